import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { KINDS, namesOf, placesOf, type Kind, type Selection } from "../filters";
import { count, plural } from "../format";
import { choose, listOf, listText, type Route } from "../route";
import type { Problems } from "../types";

const TITLES: Record<Kind, string> = { language: "Language", difficulty: "Difficulty", tag: "Tag", length: "Lines of reference" };

/** Selects problems; the selection is in the URL. */
export function Filters({ problems, route, selection }: { problems: Problems; route: Route; selection: Selection }) {
  const shown = KINDS.filter((kind) => namesOf(problems, kind).length > 1);
  const none = Object.fromEntries(KINDS.map((kind) => [kind, ""]));
  const all = plural(problems.ids.length, "problem");
  return (
    <div class="filters" role="group" aria-label="Filters">
      {shown.map((kind) => <Choice key={kind} kind={kind} problems={problems} chosen={listOf(route.query[kind])} />)}
      <output class="filters-count" aria-live="polite">
        {selection.active ? `${count(selection.chosen.length)} of ${all}` : all}
      </output>
      {selection.active && <button type="button" class="link" onClick={() => choose(none)}>Clear</button>}
    </div>
  );
}

function Choice({ kind, problems, chosen }: { kind: Kind; problems: Problems; chosen: string[] }) {
  const box = useRef<HTMLDetailsElement>(null);
  const [search, setSearch] = useState("");
  const names = namesOf(problems, kind);
  const counts = useMemo(() => countsOf(problems, kind), [problems, kind]);
  useCloseOutside(box);
  const turn = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name];
    choose({ [kind]: listText(next) });
  };
  const label = chosen.length === 0 ? "all" : chosen.length === 1 ? chosen[0] : `${chosen.length} selected`;
  return (
    <details class="choice" ref={box} data-set={chosen.length > 0 ? "yes" : undefined}>
      <summary>{TITLES[kind]} <b>{label}</b></summary>
      <div class="choice-list" role="group" aria-label={TITLES[kind]}>
        {names.length > 12 && (
          <input type="search" placeholder="Search" aria-label={`Search ${TITLES[kind]}`} value={search}
            onInput={(event) => setSearch(event.currentTarget.value)} />
        )}
        <div class="choice-names">
          {names.map((name, place) => name.toLowerCase().includes(search.toLowerCase()) && (
            <label key={name}>
              <input type="checkbox" checked={chosen.includes(name)} onChange={() => turn(name)} />
              <bdi>{name}</bdi><small>{counts[place]}</small>
            </label>
          ))}
        </div>
      </div>
    </details>
  );
}

function countsOf(problems: Problems, kind: Kind): number[] {
  const counts = new Array<number>(namesOf(problems, kind).length).fill(0);
  problems.ids.forEach((_, problem) => {
    for (const place of placesOf(problems, kind, problem)) if (place >= 0) counts[place]! += 1;
  });
  return counts;
}

function useCloseOutside(box: { current: HTMLDetailsElement | null }): void {
  useLayoutEffect(() => {
    const press = (event: MouseEvent) => {
      if (box.current?.open && event.target instanceof Node && !box.current.contains(event.target)) box.current.open = false;
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !box.current?.open) return;
      box.current.open = false;
      box.current.querySelector("summary")?.focus();
    };
    addEventListener("click", press);
    addEventListener("keydown", key);
    return () => { removeEventListener("click", press); removeEventListener("keydown", key); };
  }, []);
}
