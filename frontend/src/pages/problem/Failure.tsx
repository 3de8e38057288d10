import { readable, words } from "../../format";
import { Code, Output } from "../../parts/Code";
import { Verdict } from "../../parts/Verdict";
import type { Answer, JudgedSet, ProblemDetails } from "../../types";
import { verdictOf } from "./choice";

const AROUND = 2;

/** The judgement of the first test set that the answer did not pass. */
export function failedSet(answer: Answer): JudgedSet | undefined {
  return Object.hasOwn(answer.sets, answer.failed) ? answer.sets[answer.failed] : undefined;
}

/** The verdict in a sentence, and where it failed, with the surrounding lines and the message. */
export function Failure({ answer, problem, onJump }: { answer: Answer; problem: ProblemDetails; onJump: (part: string) => void }) {
  const set = failedSet(answer);
  const text = set?.place ? textOf(answer, problem, set.place.part) : undefined;
  return (
    <div class="failure">
      <p class="why"><Verdict verdict={verdictOf(answer)} /> <Sentence answer={answer} /></p>
      {set?.message && <Output text={set.message} label="Message" />}
      {set?.place && text !== undefined && (
        <div class="spot">
          <p class="spot-head">
            <span>Line {set.place.line} of the {set.place.part === "tests" ? <><bdi>{readable(answer.failed)}</bdi> tests</> : "answer"}</span>
            <button type="button" class="link" onClick={() => onJump(set.place?.part ?? "")}>Go to line</button>
          </p>
          <Code text={text} language={problem.language} mark={{ line: set.place.line, note: "" }} around={AROUND} label="Where it failed" />
        </div>
      )}
    </div>
  );
}

function Sentence({ answer }: { answer: Answer }) {
  if (answer.state !== "scored") return <>{readable(answer.why) || "no reason recorded"}</>;
  if (answer.verdict === "passed") return <>{passed(Object.keys(answer.sets))}</>;
  return (
    <>
      {answer.failed && <>in test set <b><bdi>{readable(answer.failed)}</bdi></b></>}
      {answer.reason && <>: {readable(answer.reason)}</>}
      {answer.failure && <span class="tag" title="Failure class">{words(readable(answer.failure))}</span>}
    </>
  );
}

function passed(sets: string[]): string {
  return sets.length === 0 ? "" : sets.length === 1 ? "by the test set" : `by all ${sets.length} test sets`;
}

function textOf(answer: Answer, problem: ProblemDetails, part: string): string | undefined {
  if (part === "solution") return answer.code;
  return part === "tests" && Object.hasOwn(problem.tests, answer.failed) ? problem.tests[answer.failed] : undefined;
}
