import { useMemo } from "preact/hooks";
import { readable } from "../../format";
import { Card } from "../../parts/Heading";
import { Empty } from "../../parts/Notice";
import type { Route } from "../../route";
import type { Answer, ProblemDetails, Site } from "../../types";
import { AnswerCard } from "./AnswerCard";
import { chosenOf, exchange, nameOf, show, turnOn } from "./choice";
import { Matrix, type Row } from "./Matrix";

/** Every model's answers: a table to select from, and the selected ones side by side. */
export function Answers({ problem, site, route }: { problem: ProblemDetails; site: Site; route: Route }) {
  const rows = useMemo(() => rowsOf(problem.answers, site), [problem, site]);
  const chosen = chosenOf(problem.answers, route.query);
  const models = new Map(rows.map((row) => [row.model, row.name]));
  if (problem.answers.length === 0) {
    return <Card title="Answers"><Empty>There are no answers to this problem yet.</Empty></Card>;
  }
  return (
    <>
      <Card title="Answers" note="Select a verdict to show its answer; up to three side by side.">
        <Matrix rows={rows} chosen={chosen} onPress={(answer) => turnOn(chosen, answer)} />
      </Card>
      {chosen.length === 0 && <Empty>No answer is selected. Select a verdict above.</Empty>}
      <div class="answers" data-columns={chosen.length}>
        {chosen.map((answer) => (
          <AnswerCard key={nameOf(answer)} answer={answer} name={models.get(answer.model) ?? answer.model} problem={problem}
            turns={problem.answers.filter((each) => each.model === answer.model && each.sample === answer.sample)}
            view={route.query.view ?? ""}
            onTurn={(other) => exchange(chosen, answer, other)} onClose={() => show(chosen.filter((each) => each !== answer))} />
        ))}
      </div>
    </>
  );
}

/** Models in leaderboard order, each with its samples and their turns. */
function rowsOf(answers: Answer[], site: Site): Row[] {
  const known = site.models.map((model) => model.key);
  const others = [...new Set(answers.map((each) => each.model))].filter((key) => !known.includes(key));
  return [...known, ...others].map((key) => {
    const own = answers.filter((each) => each.model === key);
    const samples = new Map<number, Answer[]>();
    for (const answer of own) samples.set(answer.sample, [...(samples.get(answer.sample) ?? []), answer]);
    return { model: key, name: readable(site.models.find((model) => model.key === key)?.name ?? key), samples: [...samples.values()] };
  });
}
