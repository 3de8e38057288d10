import type { Selection } from "../../filters";
import { count, percent, words } from "../../format";
import { sum } from "../../estimate";
import { ShareBars } from "../../parts/ShareBars";
import { Chart, Plot } from "../../parts/Chart";
import { Verdict } from "../../parts/Verdict";
import { choose } from "../../route";
import type { Estimate, Model, ModelDetails } from "../../types";
import { mixOf, tally, type Share } from "./mix";

const COLOURS: Record<string, string> = {
  passed: "var(--series-3)", wrong_answer: "var(--series-2)", runtime_error: "var(--series-4)", compile_error: "var(--series-6)",
  time_limit: "var(--series-5)", memory_limit: "var(--series-1)", output_limit: "var(--bad)", incomplete: "var(--warn)",
  tampered: "var(--bad)",
};

interface Props {
  model: Model;
  details: ModelDetails;
  selection: Selection;
  /** The verdict by which the list of problems is filtered. */
  chosen: string;
}

/** All answers as one bar; its legend filters the list of problems. */
export function Verdicts({ model, details, selection, chosen }: Props) {
  const mix = mixOf(details, selection);
  const all = sum(mix.map((share) => share.answers));
  if (all === 0) return null;
  return (
    <section class="card">
      <Chart title="Verdicts" note={noteOf(model, selection)} of={[JSON.stringify(mix)]} plot={() => bar(mix)}
        table={{ columns: ["verdict", "answers", "%"], rows: mix.map((share) => [words(share.name), share.answers, percent(share.answers / all)]) }} />
      <ul class="mix">
        {mix.map(({ name, answers }) => (
          <li key={name}>
            <button type="button" aria-pressed={chosen === name} title={details.reasons[name] || `List problems: ${words(name)}`}
              onClick={() => choose({ verdict: chosen === name ? "" : name })}>
              <i style={{ background: colourOf(name) }} aria-hidden="true" />
              <Verdict verdict={name} /><b>{count(answers)}</b><small>{percent(answers / all)} %</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function noteOf(model: Model, selection: Selection): string {
  if (selection.active) return `first sample of each problem${model.turns > 1 ? ", after its last turn" : ""}`;
  return model.turns > 1 ? "all samples, first turn" : "all answers";
}

const colourOf = (name: string): string => COLOURS[name] ?? "var(--strong-line)";

function bar(mix: Share[]): Plot.PlotOptions {
  return {
    height: 34, margin: 0, x: { axis: null }, y: { axis: null }, color: { type: "identity" },
    marks: [Plot.barX(mix, Plot.stackX({ x: "answers", fill: (share: Share) => colourOf(share.name), inset: 0.75, rx: 2, title: (share: Share) => `${words(share.name)}: ${count(share.answers)}` }))],
  };
}

/** Why answers failed. */
export function Failures({ details, selection }: { details: ModelDetails; selection: Selection }) {
  const shares = selection.active ? countedFailures(details, selection.chosen) : Object.entries(details.metrics.failure_class ?? {});
  if (shares.length === 0) return null;
  return (
    <section class="card">
      <ShareBars title="Why answers failed" counted="answers" close
        note={selection.active ? "% of problems with a verdict; last column: problems" : "% of scored answers; last column: answers"}
        bars={shares.map(([name, estimate]) => ({ name: words(name), colour: "var(--series-2)", estimate: { ...estimate, n: Math.round(estimate.value * estimate.n) } }))} />
    </section>
  );
}

function countedFailures(details: ModelDetails, chosen: number[]): [string, Estimate][] {
  const judged = chosen.filter((problem) => !["unscored", "defect", "unanswered"].includes(details.verdicts[details.verdict[problem] ?? -1] ?? "unanswered"));
  const counts = tally(judged.map((problem) => details.failures[details.failure[problem] ?? -1]));
  const shares = [...counts].map(([name, n]): [string, Estimate] => [name, { value: n / judged.length, low: null, high: null, n: judged.length }]);
  return shares.sort((a, b) => b[1].value - a[1].value);
}
