import { useRef } from "preact/hooks";
import { count, dollars, readable, seconds, words } from "../../format";
import { Code, Output } from "../../parts/Code";
import { Copy } from "../../parts/Copy";
import { Difference } from "../../parts/Difference";
import { Tabs, type Tab } from "../../parts/Tabs";
import { Verdict } from "../../parts/Verdict";
import { choose, href } from "../../route";
import type { Answer, ProblemDetails } from "../../types";
import { verdictOf } from "./choice";
import { Failure, failedSet } from "./Failure";
import { Sets } from "./Sets";

interface Props {
  answer: Answer;
  /** Name of the model. */
  name: string;
  problem: ProblemDetails;
  /** All turns of this sample. */
  turns: Answer[];
  view: string;
  onTurn: (other: Answer) => void;
  onClose: () => void;
}

/** One answer: its verdict and why, its code, its output, and how to judge it again. */
export function AnswerCard({ answer, name, problem, turns, view, onTurn, onClose }: Props) {
  const box = useRef<HTMLElement>(null);
  const jump = (part: string) => {
    choose({ view: part === "tests" ? "tests" : "code" });
    // Wait until the view has changed.
    setTimeout(() => box.current?.querySelector(".tab-panel [data-marked]")?.scrollIntoView({ block: "center" }));
  };
  return (
    <article class="card answer" ref={box} aria-label={`${name}, sample ${answer.sample}, turn ${answer.turn}`}>
      <header class="card-head answer-head">
        <h2><a href={href("model", answer.model)}><bdi>{name}</bdi></a></h2>
        <small>sample {answer.sample}</small>
        <Turns answer={answer} turns={turns} onTurn={onTurn} />
        <button type="button" class="close" onClick={onClose} aria-label={`Close ${name}, sample ${answer.sample}`}>×</button>
      </header>
      <Failure answer={answer} problem={problem} onJump={jump} />
      <Tabs label={`Views of the answer of ${name}`} tabs={tabsOf(answer, problem, turns)} chosen={view} onChoose={(next) => choose({ view: next })} />
      <Facts answer={answer} />
    </article>
  );
}

function Turns({ answer, turns, onTurn }: { answer: Answer; turns: Answer[]; onTurn: (other: Answer) => void }) {
  if (turns.length < 2) return answer.turn > 1 ? <small>turn {answer.turn}</small> : null;
  return (
    <span class="turns" role="group" aria-label="Turn">
      {turns.map((each) => (
        <button key={each.turn} type="button" class="sample-pick" aria-pressed={each === answer} onClick={() => onTurn(each)}
          aria-label={`turn ${each.turn}: ${words(verdictOf(each))}`}>
          <small aria-hidden="true">{each.turn}</small><Verdict verdict={verdictOf(each)} brief />
        </button>
      ))}
    </span>
  );
}

function tabsOf(answer: Answer, problem: ProblemDetails, turns: Answer[]): Tab[] {
  const { language, reference } = problem;
  const place = failedSet(answer)?.place;
  const note = failedSet(answer)?.message.split("\n")[0] ?? "";
  const before = turns.filter((each) => each.turn < answer.turn).at(-1);
  const tests = place?.part === "tests" && Object.hasOwn(problem.tests, answer.failed) ? problem.tests[answer.failed] : undefined;
  const tabs: (Tab | false | undefined | "")[] = [
    { name: "code", title: "Code", view: () => (
      <>
        <Found answer={answer} />
        <Code text={answer.code} language={language} label="Code that was judged" mark={place?.part === "solution" ? { line: place.line, note } : null} />
      </>
    ) },
    tests !== undefined && { name: "tests", title: "Failed test", view: () => (
      <Code text={tests} language={language} label="Tests" mark={place ? { line: place.line, note } : null} />
    ) },
    Object.keys(answer.sets).length > 0 && { name: "output", title: "Output", view: () => <Sets answer={answer} /> },
    { name: "raw", title: "Raw answer", view: () => <Output text={answer.raw} label="Unprocessed answer" /> },
    answer.reasoning && { name: "reasoning", title: "Reasoning", view: () => <Output text={answer.reasoning} label="Reasoning" /> },
    before && { name: "turns", title: "Diff from last turn", view: () => (
      <Difference before={before.code} after={answer.code} names={[`turn ${before.turn}`, `turn ${answer.turn}`]} />
    ) },
    reference && { name: "against", title: "Diff from reference", view: () => (
      <Difference before={reference} after={answer.code} names={["reference", "answer"]} />
    ) },
  ];
  return tabs.filter((tab): tab is Tab => Boolean(tab));
}

/** How the code was found in the answer, and what was repaired. */
function Found({ answer }: { answer: Answer }) {
  const said = [
    answer.how && `Found: ${words(answer.how)}`,
    answer.repairs.length > 0 && `repaired: ${answer.repairs.map(words).join(", ")}`,
    answer.flaw && `flaw: ${words(answer.flaw)}`,
    answer.finish_reason && answer.finish_reason !== "stop" && `finish reason: ${words(answer.finish_reason)}`,
    answer.cut && "very long texts are truncated",
  ].filter(Boolean);
  return (
    <p class="found">
      <span>{readable(said.join(" · "))}</span>{answer.code && <Copy text={answer.code} />}
    </p>
  );
}

function Facts({ answer }: { answer: Answer }) {
  const { prompt_tokens, completion_tokens, cost_usd, answer_s, toolchain } = answer;
  const all: [string, string, boolean][] = [
    ["Tokens", `${count(prompt_tokens)} in the prompt, ${count(completion_tokens)} in the completion`, (prompt_tokens ?? completion_tokens) !== null],
    ["Cost", dollars(cost_usd), cost_usd !== null],
    ["Answered in", seconds(answer_s), answer_s !== null],
    ["Toolchain", readable(toolchain), toolchain !== ""],
  ];
  const facts = all.filter(([, , known]) => known);
  return (
    <footer class="answer-foot">
      <dl class="small-facts">{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      {answer.rerun && (
        <div class="rerun">
          <h3>Re-run it</h3>
          <div class="command"><code tabIndex={0}>{readable(answer.rerun)}</code><Copy text={answer.rerun} /></div>
        </div>
      )}
    </footer>
  );
}
