import { bytes, readable, seconds, words } from "../format";
import { Verdict } from "../parts/Verdict";
import type { JudgedSet, RunResult, Where } from "../types";

/** The result of a run: the verdict, then each test set with place and output. */
export function Result({ result, onPlace }: { result: RunResult; onPlace: (set: string, place: Where) => void }) {
  return (
    <div class="review-result" id="result">
      <p class="review-verdict">
        <Verdict verdict={result.verdict} />
        <span>{said(result)}</span>
        <small>attempt {result.review.attempts.length} · {result.toolchain}</small>
      </p>
      {Object.entries(result.sets).map(([name, set]) => (
        <Set key={name} name={name} set={set} onPlace={(place) => onPlace(name, place)} />
      ))}
    </div>
  );
}

function said(result: RunResult): string {
  if (result.verdict === "passed") return "all tests passed, and altered tests failed as they should";
  return `${words(result.reason)}${result.failed ? `, in the ${result.failed} tests` : ""}`;
}

function Set({ name, set, onPlace }: { name: string; set: JudgedSet; onPlace: (place: Where) => void }) {
  const { place } = set;
  const failing = set.tests.filter((test) => test.status === "failed");
  return (
    <section class="review-set-result">
      <h3>
        {name} <Verdict verdict={set.verdict} />
        <small>{seconds(set.wall_s)}, {bytes(set.memory_bytes)}{set.canaries ? `, ${set.canaries} confirmation runs` : ""}</small>
      </h3>
      {place && (
        <button type="button" class="link" onClick={() => onPlace(place)}>
          line {place.line} of the {place.part === "tests" ? "tests" : "solution"}
        </button>
      )}
      {set.message && <pre class="output" tabIndex={0}>{readable(set.message)}</pre>}
      {failing.length > 0 && set.tests.length > 1 && (
        <ul class="review-tests">
          {failing.map((test) => <li key={test.name}><code>{readable(test.name)}</code> failed</li>)}
        </ul>
      )}
      <Stream title="standard output" text={set.stdout} />
      <Stream title="standard error" text={set.stderr === set.message ? "" : set.stderr} />
    </section>
  );
}

function Stream({ title, text }: { title: string; text: string }) {
  if (!text.trim()) return null;
  return <details><summary>{title}</summary><pre class="output" tabIndex={0}>{readable(text)}</pre></details>;
}
