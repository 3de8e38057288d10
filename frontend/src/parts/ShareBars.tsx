import type { ComponentChildren } from "preact";
import { count, estimateText, percent, plural, points } from "../format";
import type { Estimate } from "../types";
import { Chart, Plot } from "./Chart";

export interface Bar {
  name: string;
  estimate: Estimate;
  /** A CSS variable from the theme. */
  colour?: string;
}

interface Props {
  title: string;
  note?: ComponentChildren;
  bars: Bar[];
  /** What the numbers in the last column count: problems, answers. */
  counted: string;
  /** For differences: bars extend both ways from 0. */
  signed?: boolean;
  /** Scales to the values instead of 100, for small shares. */
  close?: boolean;
}

const ROW = 25;

/** Percentages as horizontal bars with intervals; the value and its n are on the right. */
export function ShareBars({ title, note, bars, counted, signed = false, close = false }: Props) {
  const show = signed ? points : percent;
  const rows = bars.map((bar) => ({ ...bar, ...inPercent(bar.estimate), n: bar.estimate.n }));
  return (
    <Chart title={title} note={note} of={[JSON.stringify(bars)]}
      plot={(width) => {
        const left = Math.min(width * 0.38, 24 + 6.6 * Math.max(...rows.map((row) => row.name.length)));
        const digits = Math.max(...rows.map((row) => count(row.n).length));
        const right = (signed ? 66 : 58) + 7 * digits;
        return {
          height: rows.length * ROW + 30, marginLeft: left, marginRight: right, marginTop: 4, marginBottom: 26,
          x: { domain: domainOf(rows, signed, close), label: null, ticks: width < 500 ? 3 : 5, tickFormat: (value: number) => (signed && value > 0 ? `+${value}` : `${value}`.replace("-", "−")) },
          y: { domain: rows.map((row) => row.name), padding: 0.28 },
          color: { type: "identity" },
          marks: [
            Plot.gridX({ ticks: width < 500 ? 3 : 5, stroke: "var(--line)", strokeOpacity: 1 }),
            Plot.axisY({ tickSize: 0, label: null, tickFormat: (name: string) => brief(name, Math.floor((left - 16) / 6.5)), fill: "var(--ink)", fontSize: 12 }),
            Plot.barX(rows, { x: "value", y: "name", fill: (row) => row.colour ?? "var(--series-1)", fillOpacity: 0.7, rx: 2, title: titleOf }),
            Plot.ruleX([0], { stroke: "var(--strong-line)" }),
            Plot.ruleY(rows.filter((row) => row.low !== row.high), { x1: "low", x2: "high", y: "name", stroke: "var(--ink)", strokeWidth: 1.5, strokeOpacity: 0.75, title: titleOf }),
            Plot.text(rows, { y: "name", text: (row) => show(row.estimate.value), frameAnchor: "right", textAnchor: "end", dx: right - 14 - 7 * digits, fill: "var(--ink)", fontSize: 12, fontWeight: 600, title: titleOf }),
            Plot.text(rows, { y: "name", text: (row) => count(row.n), frameAnchor: "right", textAnchor: "end", dx: right - 4, fill: "var(--muted)", fontSize: 11, title: titleOf }),
          ],
        };

        function titleOf(row: (typeof rows)[number]): string {
          return `${row.name}: ${signed ? differenceText(row.estimate) : estimateText(row.estimate)}, ${plural(row.n, counted.replace(/s$/, ""))}`;
        }
      }}
      table={{
        columns: ["", signed ? "points" : "%", "from", "to", counted],
        rows: bars.map(({ name, estimate: { value, low, high, n } }) => [name, show(value), show(low), show(high), n]),
      }} />
  );
}

function brief(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name;
}

/** Such as `+4.2 points (+1.0 to +7.4)`. */
export function differenceText({ value, low, high }: Estimate): string {
  const range = low === null || high === null ? "" : ` (${points(low)} to ${points(high)})`;
  return `${points(value)} points${range}`;
}

function inPercent({ value, low, high }: Estimate): { value: number; low: number; high: number } {
  return { value: 100 * value, low: 100 * (low ?? value), high: 100 * (high ?? value) };
}

function domainOf(rows: { value: number; low: number; high: number }[], signed: boolean, close: boolean): [number, number] {
  if (!signed && !close) return [0, 100];
  const most = Math.max(signed ? 5 : 1, ...rows.map((row) => Math.max(Math.abs(row.low), Math.abs(row.high))));
  const limit = Math.min(100, Math.ceil(most / 5) * 5);
  return [signed ? -limit : 0, limit];
}
