import { count, percent, words } from "../../format";
import type { RunDetails } from "../../types";

const STATES = ["done", "failed", "waiting"];
/** Steps of an evaluation, in order; those of a generation are already ordered. */
const STEPS = ["plan", "answer", "judge"];

/** Progress of each step. */
export function Progress({ run }: { run: RunDetails }) {
  const steps = Object.entries(run.steps).sort(([one], [other]) => STEPS.indexOf(one) - STEPS.indexOf(other));
  return (
    <ul class="progress" aria-label="Steps">
      {steps.map(([step, states]) => {
        const known = step === "judge" && run.kind === "evaluation" ? judged(run) : STATES.map((state) => states[state] ?? 0);
        const all = known.reduce((total, value) => total + value, 0);
        const most = Math.max(1, all, run.totals[step] ?? 0);
        const [done = 0, failed = 0, waiting = 0] = known;
        return (
          <li key={step}>
            <b>{words(step)}</b>
            <span class="progress-rail" role="img" aria-label={`${done} of ${most} done, ${failed} failed, ${waiting} waiting`}>
              <span class="done" style={{ width: `${(100 * done) / most}%` }} />
              <span class="failed" style={{ width: `${(100 * failed) / most}%` }} />
              <span class="waits" style={{ width: `${(100 * waiting) / most}%` }} />
            </span>
            <span class="number">
              {count(done)} <small>of {count(most)} · {percent(done / most, 0)} %</small>
              {failed > 0 && <small class="failures"> ✗ {count(failed)} failed</small>}
              {waiting > 0 && <small> … {count(waiting)} waiting</small>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Counts samples, not judgements: identical answers to a problem are judged once. */
function judged(run: RunDetails): [number, number, number] {
  const { scored = 0, defect = 0, unscored = 0 } = run.states;
  return [scored + defect, unscored - (run.pending.unscored ?? 0), 0];
}
