import { passRate, widened } from "../../estimate";
import type { Selection } from "../../filters";
import { percent, points, words } from "../../format";
import { ShareBars, differenceText } from "../../parts/ShareBars";
import { Chart, Plot } from "../../parts/Chart";
import type { Estimate, Model, ModelDetails } from "../../types";

interface Step {
  /** The value of k, or the turn. */
  at: number;
  estimate: Estimate;
}

interface Shown { at: number; value: number; low: number; high: number; text: string }

function inPercent({ at, estimate: { value, low, high } }: Step, text = ""): Shown {
  return { at, value: 100 * value, low: 100 * (low ?? value), high: 100 * (high ?? value), text: text || percent(value) };
}

/** A scale around the data, so that small gains are visible. */
function domainOf(shown: Shown[]): [number, number] {
  const low = Math.min(...shown.map((each) => each.low));
  const high = Math.max(...shown.map((each) => each.high));
  return [Math.max(0, Math.floor((low - 4) / 10) * 10), Math.min(100, Math.ceil((high + 4) / 10) * 10)];
}

function curve(shown: Shown[], baseline: Shown[], xLabel: string): Plot.PlotOptions {
  const places = shown.map((each) => each.at);
  return {
    height: 220, marginLeft: 38, marginRight: 24, marginTop: 22, marginBottom: 36,
    x: { label: xLabel, labelArrow: "none", domain: [Math.min(...places) - 0.25, Math.max(...places) + 0.25], ticks: places.length > 12 ? 10 : places, tickFormat: "d" },
    y: { label: "%", labelArrow: "none", domain: domainOf([...shown, ...baseline]), ticks: 5, grid: true },
    marks: [
      Plot.areaY(shown, { x: "at", y1: "low", y2: "high", fill: "var(--series-1)", fillOpacity: 0.16 }),
      Plot.line(baseline, { x: "at", y: "value", stroke: "var(--series-2)", strokeWidth: 2, strokeDasharray: "5 4" }),
      Plot.dot(baseline, { x: "at", y: "value", stroke: "var(--series-2)", fill: "var(--surface)", symbol: "square", r: 3.5 }),
      Plot.line(shown, { x: "at", y: "value", stroke: "var(--series-1)", strokeWidth: 2.5 }),
      Plot.dot(shown, { x: "at", y: "value", fill: "var(--series-1)", r: 4, title: "text" }),
      Plot.text(shown.length > 12 ? [shown[0], shown.at(-1)] : shown, { x: "at", y: "value", text: "text", dy: -12, fill: "var(--ink)", stroke: "var(--surface)", strokeWidth: 4, fontSize: 12, fontWeight: 600 }),
    ],
  };
}

/** pass@1, pass@2 … up to the number of samples. */
export function PassAtK({ model, details, selection }: { model: Model; details: ModelDetails; selection: Selection }) {
  const steps = details.pass_at_k.flatMap((measured, i) => {
    const estimate = selection.active ? passRate(model.scored, model.passed, selection.chosen, i + 1) : widened(measured);
    return estimate ? [{ at: i + 1, estimate }] : [];
  });
  if (steps.length < 2) return null;
  return (
    <section class="card">
      <Chart title="pass@k" note="probability that at least one of k samples passes; band: 95 % interval" of={[JSON.stringify(steps)]}
        plot={() => curve(steps.map((step) => inPercent(step)), [], "k")}
        table={{ columns: ["k", "%", "from", "to", "problems"], rows: steps.map(rowOf) }} />
    </section>
  );
}

function rowOf({ at, estimate: { value, low, high, n } }: Step): (string | number)[] {
  return [at, percent(value), percent(low), percent(high), n];
}

/** The effect of feedback: by turn, compared with as many new answers, and by kind of failure. */
export function Turns({ details, selection }: { details: ModelDetails; selection: Selection }) {
  const turns = details.metrics.turns ?? {};
  const steps = numbered(turns, /^pass@1_after_turn_(\d+)$/).map(({ at, estimate }) => ({ at, estimate: widened(estimate) }));
  if (steps.length < 2) return null;
  const baseline = numbered(turns, /^resampling_with_(\d+)_answers$/);
  const gains = numbered(turns, /^gain_of_turn_(\d+)$/);
  const leads = numbered(turns, /^lead_over_resampling_with_(\d+)_answers$/);
  const shown = steps.map((step) => inPercent(step, labelOf(step, gains)));
  const repairs = Object.entries(turns).filter(([name]) => name.startsWith("repair_of_")).sort((a, b) => b[1].n - a[1].n);
  const all = selection.active ? "; covers all problems, ignoring filters" : "";
  return (
    <section class="card">
      <Chart title="Gain per feedback turn" note={`percentage of samples solved after each turn, and percentage points gained${all}`} of={[JSON.stringify(turns)]}
        plot={() => curve(shown, baseline.map((step) => inPercent(step)), "turn")}
        table={{ columns: ["turn", "%", "from", "to", "problems"], rows: steps.map(rowOf) }} />
      <ul class="sentences">
        {gains.map(({ at, estimate }) => <li key={at}>Turn {at}: {differenceText(estimate)}.</li>)}
        {leads.map(({ at, estimate }) => (
          <li key={`lead${at}`}>Compared with {at} new samples instead (dashed): {differenceText(estimate)}.</li>
        ))}
        {turns.mrr && <li title="Mean of 1/turn of the first success; 0 if there is none">Mean reciprocal turn of the first success: {turns.mrr.value.toFixed(2)}.</li>}
      </ul>
      {repairs.length > 0 && (
        <ShareBars title="Failures fixed by the next turn" note="% of failures of each kind; last column: failures" counted="failures"
          bars={repairs.map(([name, estimate]) => ({ name: words(name.slice("repair_of_".length)), estimate, colour: "var(--series-3)" }))} />
      )}
    </section>
  );
}

function labelOf({ at, estimate }: Step, gains: Step[]): string {
  const gain = gains.find((each) => each.at === at);
  return gain ? `${percent(estimate.value)} (${points(gain.estimate.value)})` : percent(estimate.value);
}

function numbered(metrics: Record<string, Estimate>, pattern: RegExp): Step[] {
  return Object.entries(metrics).flatMap(([name, estimate]) => {
    const found = pattern.exec(name);
    return found ? [{ at: Number(found[1]), estimate }] : [];
  }).sort((a, b) => a.at - b.at);
}
