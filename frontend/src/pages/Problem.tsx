import { useEffect, useMemo, useRef } from "preact/hooks";
import { useData } from "../data";
import { useSelection, type Selection } from "../filters";
import { percent, readable, words } from "../format";
import { Card, Heading } from "../parts/Heading";
import { Markdown } from "../parts/Markdown";
import { Empty, Notice, Waiting } from "../parts/Notice";
import { href, type Route } from "../route";
import type { ProblemDetails, Site, Titles } from "../types";
import type { View } from ".";
import { About } from "./problem/About";
import { Answers } from "./problem/Answers";
import { Neighbours } from "./problem/Neighbours";
import { chosenRows, rowsOf } from "./problems/rows";

/** One problem: its question, its tests, and every model's answers. */
export function Problem({ site, route }: View) {
  const selection = useSelection(site.problems, route);
  const listed = useListed(site, route, selection);
  const place = site.problems.ids.indexOf(route.argument);
  const { value: problem, error } = useData<ProblemDetails>(place < 0 ? null : `problems/${place}`);
  if (place < 0) return <Missing id={route.argument} />;
  return (
    <>
      <Heading title={<bdi>{readable(route.argument)}</bdi>} lead={problem && <Traits problem={problem} />}>
        <Neighbours ids={site.problems.ids} chosen={listed} place={place} active={listed.length < site.problems.ids.length} query={route.query} />
      </Heading>
      {error ? <Notice tone="bad">Cannot load this problem: {error}</Notice>
        : problem ? <Details problem={problem} site={site} route={route} />
        : <Waiting what="the problem" />}
    </>
  );
}

/** Indexes of the problems in the list with the same filters and search. */
function useListed(site: Site, route: Route, selection: Selection): number[] {
  const { solved = "", search = "" } = route.query;
  const { value } = useData<Titles>(search ? "titles" : null);
  return useMemo(() => {
    if (!solved && !search) return selection.chosen;
    return chosenRows(rowsOf(site), selection, solved, search, value?.titles ?? []).map((row) => row.place);
  }, [site, selection, solved, search, value]);
}

function Missing({ id }: { id: string }) {
  return (
    <>
      <Heading title="Problem" />
      <Empty>
        {id ? <>There is no problem <bdi>{readable(id)}</bdi>.</> : "No problem is selected."} <a href={href("problems")}>Go to the list of problems</a>
      </Empty>
    </>
  );
}

function Details({ problem, site, route }: { problem: ProblemDetails; site: Site; route: Route }) {
  const answers = useRef<HTMLDivElement>(null);
  const named = Boolean(route.query.model || route.query.a);
  useEffect(() => {
    // A link to an answer should show that answer.
    if (named) answers.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <>
      <div class="problem-about">
        <Card title="Question">
          <div class="card-body problem-question" tabIndex={0} role="region" aria-label="Question"><Markdown text={problem.question} /></div>
        </Card>
        <About problem={problem} route={route} />
      </div>
      <div ref={answers} class="problem-answers"><Answers problem={problem} site={site} route={route} /></div>
    </>
  );
}

function Traits({ problem }: { problem: ProblemDetails }) {
  const { solved, correlation } = problem;
  return (
    <span class="traits">
      <b>{words(problem.language)}</b>
      {problem.difficulty && <b>{readable(problem.difficulty)}</b>}
      <span title="Share of answers that pass, averaged over the models">
        {solved === null ? "no answers yet" : <>solved <b>{percent(solved, 0)} %</b></>}
      </span>
      {correlation !== null && (
        <span title="Correlation between passing this problem and the score on the others; higher values separate models better">
          discrimination <b>{correlation.toFixed(2)}</b>
        </span>
      )}
      {problem.tags.map((tag) => <span key={tag} class="tag"><bdi>{readable(tag)}</bdi></span>)}
    </span>
  );
}
