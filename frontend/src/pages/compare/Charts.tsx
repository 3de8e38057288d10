import { compared, mean } from "../../estimate";
import { grouped, KINDS, type Kind } from "../../filters";
import { plural } from "../../format";
import { ShareBars, type Bar } from "../../parts/ShareBars";
import { Chart, Plot } from "../../parts/Chart";
import { anchor, SIDES, sides } from "../../parts/labels";
import type { Model, Problems } from "../../types";

interface Props {
  a: Model;
  b: Model;
  problems: Problems;
  /** Indexes of the problems that both have scored answers to. */
  common: number[];
}

interface Dot { name: string; first: number; second: number; n: number }

/** pass@1 of one model against the other, one dot per language. */
export function ByLanguage({ a, b, problems, common }: Props) {
  const dots = grouped(problems, "language", common).map(({ name, places }): Dot => {
    const { first, second } = compared(a, b, places);
    return { name, first: 100 * (first?.value ?? 0), second: 100 * (second?.value ?? 0), n: places.length };
  }).sort((one, other) => other.n - one.n);
  if (dots.length < 2) return null;
  return (
    <section class="card">
      <Chart title="By language" note="pass@1 in %; above the line B is better, below it A; larger dots: more problems"
        of={[a.key, b.key, JSON.stringify(dots)]} plot={(width) => scatter(dots, width)}
        table={{ columns: ["language", "A", "B", "problems"], rows: dots.map((dot) => [dot.name, dot.first.toFixed(1), dot.second.toFixed(1), dot.n]) }} />
    </section>
  );
}

const MARGIN = { marginLeft: 42, marginRight: 18, marginTop: 20, marginBottom: 40 };

function scatter(dots: Dot[], width: number): Plot.PlotOptions {
  const height = Math.min(width, 420);
  const [low, high] = domainOf(dots);
  const across = (value: number) => MARGIN.marginLeft + ((value - low) / (high - low)) * (width - MARGIN.marginLeft - MARGIN.marginRight);
  const down = (value: number) => height - MARGIN.marginBottom - ((value - low) / (high - low)) * (height - MARGIN.marginTop - MARGIN.marginBottom);
  const placed = sides(dots.map((dot) => ({ x: across(dot.first), y: down(dot.second), name: dot.name })), width);
  const most = Math.max(...dots.map((dot) => dot.n));
  return {
    ...MARGIN, height,
    x: { domain: [low, high], label: "A, %", labelArrow: "none", grid: true, ticks: 5 },
    y: { domain: [low, high], label: "B, %", labelArrow: "none", grid: true, ticks: 5 },
    color: { type: "identity" }, r: { type: "identity" },
    marks: [
      Plot.link([0], { x1: low, y1: low, x2: high, y2: high, stroke: "var(--strong-line)", strokeDasharray: "5 4" }),
      Plot.dot(dots, {
        x: "first", y: "second", r: (dot: Dot) => 3.5 + 6 * Math.sqrt(dot.n / most), fill: (dot: Dot) => colourOf(dot.first - dot.second), fillOpacity: 0.75,
        stroke: "var(--surface)", title: (dot: Dot) => `${dot.name}: A ${dot.first.toFixed(1)} %, B ${dot.second.toFixed(1)} %, ${plural(dot.n, "problem")}`,
      }),
      ...SIDES.map((side) => Plot.text(dots.filter((_, i) => placed[i] === side), {
        x: "first", y: "second", text: "name", ...anchor(side), fill: "var(--ink)", stroke: "var(--surface)", strokeWidth: 3, fontSize: 11.5,
      })),
    ],
  };
}

function domainOf(dots: Dot[]): [number, number] {
  const low = Math.min(...dots.flatMap((dot) => [dot.first, dot.second]));
  const high = Math.max(...dots.flatMap((dot) => [dot.first, dot.second]));
  return [Math.max(0, Math.floor((low - 5) / 10) * 10), Math.min(100, Math.ceil((high + 5) / 10) * 10)];
}

const colourOf = (difference: number): string =>
  difference > 0 ? "var(--series-1)" : difference < 0 ? "var(--series-2)" : "var(--strong-line)";

const TITLES: Record<Kind, string> = {
  language: "Difference by language", difficulty: "Difference by difficulty", tag: "Difference by tag", length: "Difference by lines of the reference",
};
const MOST = 16;

/** How far A is ahead, by part of the benchmark. */
export function Differences(props: Props) {
  return <>{KINDS.map((kind) => <Difference key={kind} kind={kind} {...props} />)}</>;
}

function Difference({ kind, a, b, problems, common }: Props & { kind: Kind }) {
  const all = grouped(problems, kind, common).flatMap(({ name, places }): Bar[] => {
    const estimate = mean(places.map((place) => a.passed[place]! / a.scored[place]! - b.passed[place]! / b.scored[place]!), -1);
    return estimate ? [{ name, estimate, colour: colourOf(estimate.value) }] : [];
  });
  if (all.length < 2) return null;
  const ranked = kind === "difficulty" || kind === "length";
  const frequent = [...all].sort((one, other) => other.estimate.n - one.estimate.n).slice(0, kind === "tag" ? MOST : all.length);
  const bars = ranked ? all : frequent.sort((one, other) => other.estimate.value - one.estimate.value);
  const left = all.length > bars.length ? `the ${MOST} most frequent of ${all.length}; ` : "";
  return (
    <section class="card">
      <ShareBars signed title={TITLES[kind]} counted="problems" bars={bars} note={`${left}percentage points; right of 0 A is better, left of 0 B; last column: problems`} />
    </section>
  );
}
