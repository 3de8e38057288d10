import { Chart, Plot } from "../../parts/Chart";
import type { Range } from "./ranges";

interface Props {
  title: string;
  note?: string;
  ranges: Range[];
  /** Label of the horizontal axis. */
  unit: string;
  /** Formats an end of a range. */
  write?: (value: number) => string;
  /** Ranges that start below this are drawn as warnings. */
  warnBelow?: number;
}

/** Number of problems per range. */
export function Histogram({ title, note, ranges, unit, write = String, warnBelow = -Infinity }: Props) {
  const name = (range: Range) => (range.open ? `${write(range.from)} and more` : `${write(range.from)} to ${write(range.to)}`);
  const last = ranges[ranges.length - 1];
  const notes = [note, last?.open ? `last bar: ${write(last.from)} and more` : ""].filter(Boolean).join("; ");
  return (
    <Chart title={title} note={notes} of={[ranges]}
      table={{ columns: [unit, "problems"], rows: ranges.map((range) => [name(range), range.count]) }}
      plot={(width) => ({
        height: 170, marginLeft: 36, marginRight: 8, marginTop: 12, marginBottom: 36,
        x: { label: unit, labelAnchor: "center", labelArrow: "none", ticks: Math.min(10, Math.floor(width / 55)), tickFormat: (value: number) => write(value), insetLeft: 2, insetRight: 2 },
        y: { label: null, ticks: 4, tickFormat: (value: number) => (Number.isInteger(value) ? String(value) : ""), grid: true },
        marks: [
          Plot.rectY(ranges, {
            x1: "from", x2: "to", y: "count", insetLeft: 0.75, insetRight: 0.75,
            fill: (range: Range) => (range.from < warnBelow ? "var(--warn)" : "var(--series-1)"),
            title: (range: Range) => `${name(range)}: ${range.count}`,
          }),
          Plot.ruleY([0], { stroke: "var(--strong-line)" }),
          ...(warnBelow > -Infinity ? [Plot.ruleX([warnBelow], { stroke: "var(--strong-line)", strokeDasharray: "3 3" })] : []),
        ],
      })} />
  );
}
