import { dollars, estimateText, NONE, percent, short } from "../../format";
import { Chart, Plot } from "../../parts/Chart";
import { choose } from "../../route";
import { coverage, ENOUGH, type Board, type Standing } from "./standings";

/** With more models than this, only those on the frontier are labelled, because labels would overlap. */
const NAMED = 9;
/** Longest label on a chart, in characters. */
const LONGEST = 20;

/** Percentages closer than this are displayed as equal. */
const SAME = 0.001;

interface Props {
  board: Board;
  /** In table order. */
  sorted: Standing[];
  k: number;
  /** Either cost or tokens. */
  price: string;
}

/** pass@k of every model with its interval. */
export function Intervals({ board, sorted, k }: Omit<Props, "price">) {
  const rows = sorted.filter((each) => each.estimate).map((each) => ({
    name: each.model.name, value: 100 * each.estimate!.value,
    low: 100 * (each.estimate!.low ?? each.estimate!.value), high: 100 * (each.estimate!.high ?? each.estimate!.value),
    whole: coverage(each) >= ENOUGH, said: estimateText(each.estimate),
  }));
  const plot = (width: number): Plot.PlotOptions => ({
    height: 40 + rows.length * 24, marginLeft: Math.min(190, width * 0.38), marginRight: 14, marginTop: 6,
    x: { domain: [0, 100], grid: true, label: `pass@${k}, %`, ticks: width < 420 ? 5 : 10 },
    y: { domain: rows.map((row) => row.name) },
    marks: [
      Plot.axisY({ label: null, tickSize: 0, tickFormat: (name: string) => cut(name, width < 420 ? 18 : 27), fill: "var(--ink)", fontSize: 12 }),
      Plot.ruleY(rows, { y: "name", x1: "low", x2: "high", stroke: "var(--series-5)", strokeWidth: 5, strokeOpacity: 0.55 }),
      Plot.dot(rows, { y: "name", x: "value", r: 4.5, fill: (row) => (row.whole ? "var(--series-1)" : "var(--surface)"),
        stroke: "var(--series-1)", strokeWidth: 1.5, title: (row) => `${row.name}: ${row.said}` }),
    ],
  });
  if (rows.length < 2) return null;
  return (
    <section class="card">
      <Chart title={`pass@${k} with 95 % interval`} note={notRanked(sorted)} plot={plot} of={[board, sorted]}
        table={{ columns: ["Model", `pass@${k}`], rows: rows.map((row) => [row.name, row.said]) }} />
    </section>
  );
}

/** Cost per answer against pass rate. */
export function Efficiency({ board, sorted, k, price }: Props) {
  const tokens = price === "tokens";
  const rows = sorted.flatMap((each) => {
    const total = tokens ? each.tokens : each.cost_usd;
    // The cost covers all turns, so the rate must too.
    const reached = each.after ?? each.estimate;
    if (!reached || !total || !each.answers) return [];
    return [{ name: each.model.name, x: total / each.answers, y: 100 * reached.value, whole: coverage(each) >= ENOUGH }];
  });
  const turned = sorted.some((each) => each.after);
  const front = frontOf(rows);
  const named = rows.length > NAMED ? front : rows;
  const text = (value: number) => (tokens ? short(value) : dollars(value));
  const label = tokens ? "completion tokens per answer" : "US dollars per answer";
  const wide = Math.max(...rows.map((row) => row.x)) > 8 * Math.min(...rows.map((row) => row.x));
  const plot = (width: number): Plot.PlotOptions => ({
    height: Math.max(260, Math.min(40 + sorted.length * 24, 420)), marginLeft: 36, marginRight: 30, marginTop: 18,
    x: { type: wide ? "log" : "linear", label, tickFormat: (value: number) => (tokens ? short(value) : `$${+value.toPrecision(2)}`), ticks: width < 420 ? 3 : 6, nice: !wide, grid: true, ...(wide ? {} : { zero: true }) },
    y: { label: `pass@${k}, %`, grid: true, nice: true },
    marks: [
      // Straight lines: on a step curve, a more expensive model with the same rate would be on the line.
      Plot.line(front, { x: "x", y: "y", stroke: "var(--series-2)", strokeDasharray: "4 4" }),
      Plot.dot(rows, { x: "x", y: "y", r: 5, fill: (row) => (row.whole ? "var(--series-1)" : "var(--surface)"),
        stroke: "var(--series-1)", strokeWidth: 1.5, title: (row) => `${row.name}: ${percent(row.y / 100)} %, ${text(row.x)}` }),
      ...labelled(named, width, wide).map(({ points, dy }) => Plot.text(points, {
        x: "x", y: "y", text: (row) => cut(row.name, LONGEST), dy, fill: "var(--ink)", stroke: "var(--surface)", strokeWidth: 3, fontSize: 11,
      })),
    ],
  });
  if (rows.length < 2) return null;
  return (
    <section class="card efficiency">
      <Chart title={`${tokens ? "Tokens" : "Cost"} against pass@${k}`} note={`Dashed line: models that no cheaper model matches.${turned ? " Models with several turns: rate after the last turn, cost of all turns." : ""}`}
        plot={plot} of={[board, sorted, price]}
        table={{ columns: ["Model", label, `pass@${k}, %`], rows: rows.map((row) => [row.name, text(row.x), percent(row.y / 100)]) }} />
      <PriceSwitch sorted={sorted} price={price} />
    </section>
  );
}

function PriceSwitch({ sorted, price }: { sorted: Standing[]; price: string }) {
  const both = sorted.some((each) => each.cost_usd !== null) && sorted.some((each) => each.tokens !== null);
  if (!both) return null;
  return (
    <label class="price">
      <span class="unseen">Against</span>
      <select value={price} onChange={(event) => choose({ price: event.currentTarget.value === "tokens" ? "tokens" : "" })}>
        <option value="cost">cost</option><option value="tokens">tokens</option>
      </select>
    </label>
  );
}

interface Point { name: string; x: number; y: number; whole: boolean }

/** Models that no cheaper one matches; incomplete ones are not considered. */
function frontOf(rows: Point[]): Point[] {
  const front: Point[] = [];
  for (const row of rows.filter((each) => each.whole).sort((one, other) => one.x - other.x || other.y - one.y)) {
    if (row.y > (front.at(-1)?.y ?? -1) + SAME) front.push(row);
  }
  return front;
}

/** Places names above or below their points, or omits them if there is no room. */
function labelled(points: Point[], width: number, wide: boolean): { points: Point[]; dy: number }[] {
  const scale = (value: number) => (wide ? Math.log(value) : value);
  const [left, right] = [Math.min(...points.map((each) => scale(each.x))), Math.max(...points.map((each) => scale(each.x)))];
  const [low, high] = [Math.min(...points.map((each) => each.y)), Math.max(...points.map((each) => each.y))];
  const taken: { x: number; y: number; half: number }[] = [];
  const free = (x: number, y: number, half: number) =>
    taken.every((each) => Math.abs(each.y - y) > 13 || Math.abs(each.x - x) > each.half + half);
  const sides = [{ points: [] as Point[], dy: -11 }, { points: [] as Point[], dy: 13 }];
  for (const point of points) {
    const x = ((width - 80) * (scale(point.x) - left)) / (right - left || 1);
    const half = 3.2 * Math.min(point.name.length, LONGEST);
    const y = (240 * (high - point.y)) / (high - low || 1);
    const side = sides.find(({ dy }) => free(x, y + dy, half));
    if (!side) continue;
    side.points.push(point);
    taken.push({ x, y: y + side.dy, half });
  }
  return sides;
}

function notRanked(sorted: Standing[]): string | undefined {
  return sorted.some((each) => each.rank === null && each.estimate) ? "Hollow: too few problems scored to be ranked." : undefined;
}

const cut = (name: string, most: number): string => (name.length > most ? `${name.slice(0, most - 1)}…` : name || NONE);
