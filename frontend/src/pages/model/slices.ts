// pass@1 of parts of the benchmark: as evaluated, or for the selected problems.

import { passRate, widened } from "../../estimate";
import { grouped, KINDS, type Selection } from "../../filters";
import type { Bar } from "../../parts/ShareBars";
import type { Model, ModelDetails, Problems } from "../../types";

export interface Group {
  kind: string;
  title: string;
  note: string;
  bars: Bar[];
}

/** Kinds in page order. */
const TITLES: [string, string][] = [
  ["language", "pass@1 by language"],
  ["difficulty", "pass@1 by difficulty"],
  ["length", "pass@1 by lines of the reference"],
  ["target", "pass@1 by lines of the missing function"],
  ["context", "pass@1 by lines of surrounding code"],
  ["calls", "pass@1 by calls in the missing function"],
  ["libraries", "pass@1 by number of libraries"],
  ["library", "pass@1 by library"],
  ["tag", "pass@1 by tag"],
];
const MOST = 16;

/** Groups with at least two parts whose rates differ. */
export function slicesOf(model: Model, details: ModelDetails, problems: Problems, selection: Selection): Group[] {
  const found = selection.active ? filtered(model, problems, selection.chosen) : measured(details);
  return TITLES.map(([kind, title]) => ({ kind, title, ...shortened(kind, found.get(kind) ?? []) }))
    .filter(({ bars }) => bars.some((bar) => bar.estimate.value !== bars[0]?.estimate.value));
}

function measured(details: ModelDetails): Map<string, Bar[]> {
  const found = new Map<string, Bar[]>();
  for (const [slice, estimate] of Object.entries(details.metrics.slices ?? {})) {
    const at = slice.indexOf("=");
    const kind = slice.slice(0, at);
    found.set(kind, [...(found.get(kind) ?? []), { name: slice.slice(at + 1), estimate: widened(estimate) }]);
  }
  return found;
}

function filtered(model: Model, problems: Problems, chosen: number[]): Map<string, Bar[]> {
  return new Map(KINDS.map((kind) => [kind, grouped(problems, kind, chosen).flatMap(({ name, places }) => {
    const estimate = passRate(model.scored, model.passed, places);
    return estimate ? [{ name, estimate }] : [];
  })]));
}

/** Sorts names without a natural order by rate, and limits long lists to the most frequent names. */
function shortened(kind: string, bars: Bar[]): { bars: Bar[]; note: string } {
  if (!["language", "library", "tag"].includes(kind)) return { bars, note: "line: 95 % interval; last column: problems" };
  const shown = [...bars].sort((a, b) => b.estimate.n - a.estimate.n).slice(0, kind === "language" ? bars.length : MOST);
  const note = shown.length < bars.length ? `the ${MOST} most frequent of ${bars.length}; last column: problems` : "line: 95 % interval; last column: problems";
  return { bars: shown.sort((a, b) => b.estimate.value - a.estimate.value), note };
}
