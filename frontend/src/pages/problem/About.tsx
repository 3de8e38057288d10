import { count, percent, readable } from "../../format";
import { Code, Output } from "../../parts/Code";
import { Copy } from "../../parts/Copy";
import { Facts } from "../../parts/Heading";
import { Empty } from "../../parts/Notice";
import { Tabs, type Tab } from "../../parts/Tabs";
import { Tree } from "../../parts/Tree";
import { choose, type Route } from "../../route";
import type { ProblemCase, ProblemDetails } from "../../types";
import { summaryOf } from "./evidence";

/** Reference, tests, evidence and lineage of the problem. */
export function About({ problem, route }: { problem: ProblemDetails; route: Route }) {
  const sets = [...new Set([...Object.keys(problem.tests), ...Object.keys(problem.cases)])];
  const tabs: Tab[] = [
    { name: "reference", title: "Reference", view: () => <Reference problem={problem} /> },
    ...sets.map((set): Tab => ({ name: `tests-${set}`, title: <>Tests: <bdi>{readable(set)}</bdi></>, view: () => <TestSet problem={problem} set={set} /> })),
    { name: "evidence", title: "Evidence and lineage", view: () => <Evidence problem={problem} /> },
  ];
  return (
    <section class="card problem-parts" aria-label="Reference, tests, evidence">
      <Tabs label="Parts of the problem" tabs={tabs} chosen={route.query.part ?? ""} onChoose={(part) => choose({ part })} />
    </section>
  );
}

function Reference({ problem }: { problem: ProblemDetails }) {
  const { prefix, suffix, reference, language } = problem;
  if (!reference) return <Empty>There is no reference.</Empty>;
  return (
    <>
      {prefix && <><h3 class="sub">Given code before it</h3><Code text={prefix} language={language} label="Code before the answer" /></>}
      <h3 class="sub">Reference solution <Copy text={reference} /></h3>
      <Code text={reference} language={language} label="Reference solution" />
      {suffix && <><h3 class="sub">Given code after it</h3><Code text={suffix} language={language} label="Code after the answer" /></>}
    </>
  );
}

function TestSet({ problem, set }: { problem: ProblemDetails; set: string }) {
  const text = Object.hasOwn(problem.tests, set) ? problem.tests[set] : undefined;
  const cases = Object.hasOwn(problem.cases, set) ? problem.cases[set] : undefined;
  return (
    <>
      {text !== undefined && <><h3 class="sub">{problem.entry_point && <>Tests call <code>{readable(problem.entry_point)}</code></>} <Copy text={text} /></h3>
        <Code text={text} language={problem.language} label={`Tests ${readable(set)}`} /></>}
      {cases && <Cases cases={cases} />}
    </>
  );
}

function Cases({ cases }: { cases: ProblemCase[] }) {
  const args = cases.some((each) => each.args.length > 0);
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Cases">
      <table class="cases">
        <caption class="unseen">Inputs and expected outputs</caption>
        <thead><tr><th scope="col" class="number">Case</th>{args && <th scope="col">Arguments</th>}<th scope="col">Standard input</th><th scope="col">Expected</th></tr></thead>
        <tbody>
          {cases.slice(0, 100).map((each, place) => (
            <tr key={place}>
              <th scope="row" class="number">{place + 1}</th>
              {args && <td><code>{readable(each.args.join(" "))}</code></td>}
              <td><Output text={each.stdin} label={`Input of case ${place + 1}`} /></td>
              <td><Output text={each.stdout} label={`Expected output of case ${place + 1}`} /></td>
            </tr>
          ))}
        </tbody>
      </table>
      {cases.length > 100 && <p class="rest">Showing the first 100 of {count(cases.length)} cases.</p>}
    </div>
  );
}

function Evidence({ problem }: { problem: ProblemDetails }) {
  const known = summaryOf(problem);
  const none = Object.keys(problem.evidence).length === 0 && Object.keys(problem.lineage).length === 0;
  return (
    <>
      <Facts facts={[
        ["Solved", problem.solved === null ? "–" : `${percent(problem.solved, 0)} %`],
        ["Discrimination", problem.correlation?.toFixed(2) ?? "–"],
        ...known,
      ]} />
      {none ? <Empty>No evidence or lineage is recorded.</Empty> : (
        <div class="card-body">
          <h3>Evidence</h3><Tree value={problem.evidence} />
          <h3>Lineage</h3><Tree value={problem.lineage} />
        </div>
      )}
    </>
  );
}
