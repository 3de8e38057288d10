import { bytes, count, plural, readable, seconds, words } from "../../format";
import { Output } from "../../parts/Code";
import { Verdict } from "../../parts/Verdict";
import type { Answer, JudgedSet, SingleTest } from "../../types";

/** The result of each test set: verdict, output, single tests, time and memory. */
export function Sets({ answer }: { answer: Answer }) {
  return (
    <div class="sets">
      {Object.entries(answer.sets).map(([name, set]) => (
        <section key={name} class="set" aria-label={`Test set ${readable(name)}`}>
          <h3><bdi>{readable(name)}</bdi> <Verdict verdict={set.verdict} /> <small>{readable(set.reason)}</small></h3>
          <p class="quiet">
            {seconds(set.wall_s)} including the build · {bytes(set.memory_bytes)} of memory · {canaries(set)}
          </p>
          {set.message && <Stream title="Message" text={set.message} />}
          <Stream title="Standard output" text={set.stdout} />
          <Stream title="Standard error" text={set.stderr} />
          {set.tests.length > 0 && <Tests tests={set.tests} />}
        </section>
      ))}
    </div>
  );
}

function canaries(set: JudgedSet): string {
  return set.canaries === 0 ? "no confirmation runs" : `${plural(set.canaries, "confirmation run")} with altered tests`;
}

function Stream({ title, text }: { title: string; text: string }) {
  if (text === "") return <p class="quiet">{title}: empty</p>;
  return <><h4>{title}</h4><Output text={text} label={title} /></>;
}

const SHOWN = 200;

function Tests({ tests }: { tests: SingleTest[] }) {
  const failed = tests.filter((test) => test.status === "failed").length;
  return (
    <details class="fold" open={failed > 0}>
      <summary>{plural(tests.length, "test")}, {count(failed)} failed</summary>
      <ul class="single">
        {tests.slice(0, SHOWN).map((test, place) => (
          <li key={place} data-status={test.status}>
            <span aria-hidden="true">{test.status === "passed" ? "✓" : test.status === "failed" ? "✗" : "–"}</span>
            <span class="unseen">{words(test.status)}: </span>
            <code>{readable(test.name).slice(0, 300)}</code>
            {test.place && <small>line {test.place.line} of the {test.place.part}</small>}
            {test.message && <Output text={test.message} label={`Message of ${readable(test.name).slice(0, 80)}`} />}
          </li>
        ))}
      </ul>
      {tests.length > SHOWN && <p class="rest">Showing the first {SHOWN}.</p>}
    </details>
  );
}
