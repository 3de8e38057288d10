import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

export interface Tab {
  name: string;
  title: ComponentChildren;
  view: () => ComponentChildren;
}

interface Props {
  label: string;
  tabs: Tab[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** Tabs with one visible view; arrow keys move between them. */
export function Tabs({ label, tabs, chosen, onChoose }: Props) {
  const id = useId();
  const bar = useRef<HTMLDivElement>(null);
  const now = tabs.find((tab) => tab.name === chosen) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step || !now) return;
    event.preventDefault();
    event.stopPropagation();
    const place = (tabs.indexOf(now) + step + tabs.length) % tabs.length;
    onChoose(tabs[place]!.name);
    bar.current?.querySelectorAll<HTMLElement>("[role=tab]")[place]?.focus();
  };
  if (!now) return null;
  return (
    <div class="tabs">
      <div class="tab-bar" role="tablist" aria-label={label} ref={bar} onKeyDown={move}>
        {tabs.map((tab) => (
          <button key={tab.name} type="button" role="tab" id={`${id}-${tab.name}`} aria-selected={tab === now}
            aria-controls={`${id}-panel`} tabIndex={tab === now ? 0 : -1} onClick={() => onChoose(tab.name)}>
            {tab.title}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${now.name}`}>{now.view()}</div>
    </div>
  );
}
