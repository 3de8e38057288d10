import type { Selection } from "../../filters";
import { count, dollars, percent, short } from "../../format";
import { Chart, Plot } from "../../parts/Chart";
import { anchor, SIDES, sides } from "../../parts/labels";
import type { Model, ModelDetails, Site, Spending } from "../../types";
import { accumulated, known, type Step } from "./solved";

interface Props {
  site: Site;
  model: Model;
  details: ModelDetails;
  spending: Spending | undefined;
  selection: Selection;
}

const FEWEST = 5;

/** Spending on solved problems, in money if known, else in tokens. */
export function Cost(props: Props) {
  const spent = props.spending?.models[props.model.key];
  const money = known(spent?.cost_usd);
  const values = money ? spent?.cost_usd : spent?.completion_tokens;
  return (
    <>
      {known(values) && <Growth {...props} values={values} money={money} />}
      <Field {...props} />
    </>
  );
}

function Growth({ model, details, selection, values, money }: Props & { values: number[]; money: boolean }) {
  const steps = accumulated(model, details, values, selection.chosen);
  const last = steps.at(-1)!;
  if (steps.length <= FEWEST || last.spent === 0 || last.solved === 0) return null;
  const show = money ? dollars : short;
  const half = steps.find((step) => step.solved >= last.solved / 2)!;
  return (
    <section class="card">
      <Chart title="Solved problems by spending" of={[JSON.stringify([last, steps.length, money, selection.query])]}
        note={`cheapest problems first; ${money ? "cost of all answers" : "completion tokens"}`}
        plot={() => growth(steps, half, show)}
        table={{ columns: [money ? "spent" : "tokens", "solved"], rows: tenths(steps).map((step) => [show(step.spent), step.solved]) }} />
      <p class="sentences">Half of the {count(last.solved)} solved problems took {show(half.spent)}{money ? "" : " tokens"}, {percent(half.spent / last.spent, 0)} % of the {show(last.spent)} spent in total.</p>
    </section>
  );
}

function growth(steps: Step[], half: Step, show: (value: number) => string): Plot.PlotOptions {
  return {
    height: 210, marginLeft: 44, marginRight: 24, marginTop: 18, marginBottom: 36,
    x: { label: "spent", labelArrow: "none", tickFormat: tick(show), ticks: 4 },
    y: { label: "solved problems", labelArrow: "none", ticks: 5, grid: true },
    marks: [
      Plot.areaY(steps, { x: "spent", y: "solved", fill: "var(--series-1)", fillOpacity: 0.12, curve: "step-after" }),
      Plot.line(steps, { x: "spent", y: "solved", stroke: "var(--series-1)", strokeWidth: 2, curve: "step-after" }),
      Plot.dot([half], { x: "spent", y: "solved", fill: "var(--surface)", stroke: "var(--series-1)", strokeWidth: 2, r: 4.5 }),
      Plot.text([half], { x: "spent", y: "solved", text: () => "half", dx: 10, dy: 6, textAnchor: "start", fill: "var(--ink)", fontSize: 12 }),
    ],
  };
}

/** Formats axis labels without trailing zeros. */
function tick(show: (value: number) => string): (value: number) => string {
  return (value) => show(value).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

function tenths(steps: Step[]): Step[] {
  const last = steps.length - 1;
  return [...new Set(Array.from({ length: 11 }, (_, i) => Math.round((last * i) / 10)))].map((place) => steps[place]!);
}

interface Dot { key: string; name: string; x: number; y: number; self: boolean }

/** This model among the others: cost per problem against pass rate. */
function Field({ site, model, selection }: Props) {
  const money = model.cost_usd !== null;
  const dots = site.models.flatMap((each): Dot[] => {
    const total = money ? each.cost_usd : each.completion_tokens;
    const rate = each.pass_at_k["pass@1"];
    return total && rate ? [{ key: each.key, name: each.name, x: total / rate.n, y: 100 * rate.value, self: each.key === model.key }] : [];
  });
  if (dots.length < 2 || !dots.some((dot) => dot.self)) return null;
  const show = money ? dollars : short;
  return (
    <section class="card">
      <Chart title={money ? "Cost compared with other models" : "Tokens compared with other models"} of={[model.key, JSON.stringify(dots)]}
        note={`pass@1 by ${money ? "cost" : "completion tokens"} per problem, over all samples and turns; upper left is better${selection.active ? "; covers all problems, ignoring filters" : ""}`}
        plot={(width) => field(dots, show, width, money)}
        table={{ columns: ["model", money ? "cost per problem" : "tokens per problem", "pass@1"], rows: dots.map((dot) => [dot.name, show(dot.x), dot.y.toFixed(1)]) }} />
    </section>
  );
}

const EDGE = { marginLeft: 38, marginRight: 24, marginTop: 18, marginBottom: 36 };
const HEIGHT = 230;
const INSET = 14;

function field(dots: Dot[], show: (value: number) => string, width: number, money: boolean): Plot.PlotOptions {
  const ends = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  const [least, most] = ends(dots.map((dot) => dot.x));
  const wide = most / least > 20;
  const scale = wide ? Math.log : (value: number) => value;
  const xs: [number, number] = [wide ? least : 0, most];
  const ys = ends(dots.map((dot) => dot.y));
  if (ys[0] === ys[1]) ys[0] -= 10;
  const part = (value: number, [low, high]: [number, number]) => (high > low ? (value - low) / (high - low) : 0.5);
  const ordered = [...dots].sort((one, other) => Number(other.self) - Number(one.self));
  const placed = sides(ordered.map((dot) => ({
    name: brief(dot.name, width),
    x: EDGE.marginLeft + INSET + part(scale(dot.x), [scale(xs[0]), scale(xs[1])]) * (width - EDGE.marginLeft - EDGE.marginRight - 2 * INSET),
    y: HEIGHT - EDGE.marginBottom - INSET - part(dot.y, ys) * (HEIGHT - EDGE.marginTop - EDGE.marginBottom - 2 * INSET),
  })), width);
  return {
    ...EDGE, height: HEIGHT, inset: INSET,
    x: { type: wide ? "log" : "linear", domain: xs, label: money ? "cost per problem" : "tokens per problem", labelArrow: "none", tickFormat: tick(show), ticks: 4 },
    y: { domain: ys, label: "pass@1, %", labelArrow: "none", grid: true, ticks: 5 },
    marks: [
      Plot.dot(dots.filter((dot) => !dot.self), { x: "x", y: "y", fill: "var(--strong-line)", r: 4, title: "name" }),
      Plot.dot(dots.filter((dot) => dot.self), { x: "x", y: "y", fill: "var(--series-1)", symbol: "diamond", r: 6.5, title: "name" }),
      ...SIDES.map((side) => Plot.text(ordered.filter((_, i) => placed[i] === side), {
        x: "x", y: "y", text: (dot: Dot) => brief(dot.name, width), ...anchor(side), fill: "var(--ink)", stroke: "var(--surface)", strokeWidth: 4, fontSize: 11.5,
      })),
    ],
  };
}

function brief(name: string, width: number): string {
  const most = Math.max(10, Math.floor(width / 16));
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
