import { Code } from "../parts/Code";
import { Card } from "../parts/Heading";
import { Markdown } from "../parts/Markdown";
import { readable } from "../format";
import type { ReviewProblem, Where } from "../types";

interface Props {
  problem: ReviewProblem;
  /** Test set → where the last run failed. */
  marks: Record<string, Where>;
  testsOpen: boolean;
  onTests: (open: boolean) => void;
  /** Empty until requested. */
  reference: string;
  onReference: () => void;
}

/** The question, its tests and its reference. */
export function Question({ problem, marks, testsOpen, onTests, reference, onReference }: Props) {
  const facts = [problem.language, problem.difficulty, problem.entry_point && `write ${problem.entry_point}`, ...problem.tags];
  return (
    <div class="review-problem">
      <Card title="Question" note={readable(problem.id)}>
        <div class="card-body">
          <ul class="chips" aria-label="Properties">
            {facts.filter(Boolean).map((fact) => <li key={fact}>{readable(fact)}</li>)}
            {problem.libraries.map((name) => <li key={name}>needs {readable(name)}</li>)}
          </ul>
          <Markdown text={problem.question} />
        </div>
      </Card>
      <details class="card" open={testsOpen} onToggle={(event) => onTests(event.currentTarget.open)}>
        <summary class="card-head"><h2>Tests</h2><small>{testSets(problem).join(", ") || "none"}</small></summary>
        {testsOpen && <Tests problem={problem} marks={marks} />}
      </details>
      {problem.has_reference && (
        <details class="card" onToggle={(event) => { if (event.currentTarget.open && !reference) onReference(); }}>
          <summary class="card-head">
            <h2>Reference</h2>
            <small>{reference ? "shown" : "attempts after viewing it do not count as solved"}</small>
          </summary>
          {reference && <Code text={reference} language={problem.language} />}
        </details>
      )}
    </div>
  );
}

export function testSets(problem: ReviewProblem): string[] {
  return [...new Set([...Object.keys(problem.tests), ...Object.keys(problem.cases)])];
}

function Tests({ problem, marks }: { problem: ReviewProblem; marks: Record<string, Where> }) {
  return (
    <>
      {Object.entries(problem.tests).map(([name, text]) => {
        const failed = marks[name];
        return (
          <section key={name}>
            <h3 class="review-set">{name} tests</h3>
            <Code text={text} language={problem.language}
              mark={failed?.part === "tests" ? { line: failed.line, note: "failed here" } : null} />
          </section>
        );
      })}
      {Object.entries(problem.cases).map(([name, cases]) => (
        <section key={name}>
          <h3 class="review-set">{name}: inputs and expected outputs</h3>
          {cases.map((each, index) => (
            <div class="review-case" key={index}>
              <pre class="output" tabIndex={0} aria-label={`Input ${index + 1}`}>{readable(each.stdin)}</pre>
              <pre class="output" tabIndex={0} aria-label={`Output ${index + 1}`}>{readable(each.stdout)}</pre>
            </div>
          ))}
        </section>
      ))}
    </>
  );
}
