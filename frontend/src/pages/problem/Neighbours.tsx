import { useLayoutEffect } from "preact/hooks";
import { count } from "../../format";
import { href } from "../../route";

interface Props {
  ids: string[];
  /** Indexes of the selected problems. */
  chosen: number[];
  place: number;
  /** Whether any filter is set. */
  active: boolean;
  query: Record<string, string>;
}

/** Links to the previous and next selected problem, also with the keys k and j. */
export function Neighbours({ ids, chosen, place, active, query }: Props) {
  const before = chosen.filter((each) => each < place).at(-1);
  const after = chosen.find((each) => each > place);
  const address = (at: number | undefined) => (at === undefined ? undefined : href("problem", ids[at], query));
  const [previous, next] = [address(before), address(after)];
  // A layout effect, so that no key press is lost between rendering and listening.
  useLayoutEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const to = event.key === "j" ? next : event.key === "k" ? previous : undefined;
      if (to) location.hash = to;
    };
    addEventListener("keydown", follow);
    return () => removeEventListener("keydown", follow);
  }, [previous, next]);
  const at = chosen.indexOf(place) + 1;
  return (
    <nav class="problem-steps" aria-label="Neighbouring problems">
      <Step to={previous} title="Previous problem" hint="k">← <span>Previous</span></Step>
      <span class="quiet">
        {at ? `${count(at)} of ${count(chosen.length)}` : "not in the selection"}{active && at ? " selected" : ""}
      </span>
      <Step to={next} title="Next problem" hint="j"><span>Next</span> →</Step>
    </nav>
  );
}

function Step({ to, title, hint, children }: { to: string | undefined; title: string; hint: string; children: preact.ComponentChildren }) {
  return (
    <a class="step" href={to} aria-disabled={to ? undefined : "true"} aria-label={title} aria-keyshortcuts={hint} title={`${title} (key ${hint})`}>
      {children}<kbd aria-hidden="true">{hint}</kbd>
    </a>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}
