import { useData } from "../../data";
import type { Selection } from "../../filters";
import { count, readable, words } from "../../format";
import { Card } from "../../parts/Heading";
import { Empty } from "../../parts/Notice";
import { Table, type Column, type Order } from "../../parts/Table";
import { Verdict } from "../../parts/Verdict";
import { choose, href, type Route } from "../../route";
import type { Model, ModelDetails, Site, Titles } from "../../types";
import { tally } from "./mix";

interface Props {
  site: Site;
  route: Route;
  model: Model;
  details: ModelDetails;
  selection: Selection;
}

interface Row {
  id: string;
  title: string;
  language: string;
  difficulty: number;
  verdict: string;
  failure: string;
  scored: number;
  passed: number;
}

/** All problems with their verdicts; the verdict filter and the order are in the URL. */
export function ProblemList({ site, route, model, details, selection }: Props) {
  const { value: titles } = useData<Titles>("titles");
  const rows = selection.chosen.map((problem) => rowOf(site, model, details, titles, problem));
  const { verdict = "", failure = "" } = route.query;
  const shown = rows.filter((row) => (!verdict || row.verdict === verdict) && (!failure || row.failure === failure));
  const order = orderOf(route.query.sort);
  return (
    <Card wide title="Problems" note={shown.length === rows.length ? count(rows.length) : `${count(shown.length)} of ${count(rows.length)}`}>
      <div class="list-filters">
        <Pick name="verdict" title="Verdict" counts={tally(rows.map((row) => row.verdict))} value={verdict} />
        <Pick name="failure" title="Failure class" counts={tally(rows.map((row) => row.failure))} value={failure} />
        {(verdict || failure) && <button type="button" class="link" onClick={() => choose({ verdict: "", failure: "" })}>Clear</button>}
        <small>{noteOf(model)}</small>
      </div>
      {shown.length === 0
        ? <Empty>No problem matches. Choose another verdict or clear the filters.</Empty>
        : <Table caption={`Problems of ${model.name}`} class="answer-list" rows={shown} keyOf={(row) => row.id} limit={50} order={order}
            columns={columnsOf(site, model, selection)}
            onOrder={({ column, down }) => choose({ sort: `${down ? "-" : ""}${column}` })} />}
    </Card>
  );
}

function rowOf(site: Site, model: Model, details: ModelDetails, titles: Titles | undefined, problem: number): Row {
  const { ids, languages, language, difficulty } = site.problems;
  return {
    id: ids[problem] ?? "",
    title: titles?.titles[problem] ?? "",
    language: languages[language[problem] ?? -1] ?? "",
    difficulty: difficulty[problem] ?? -1,
    verdict: details.verdicts[details.verdict[problem] ?? -1] ?? "",
    failure: details.failures[details.failure[problem] ?? -1] ?? "",
    scored: model.scored[problem] ?? 0,
    passed: model.passed[problem] ?? 0,
  };
}

function Pick({ name, title, counts, value }: { name: string; title: string; counts: Map<string, number>; value: string }) {
  if (counts.size < 2 && !value) return null;
  const names = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!);
  return (
    <label class="pick">{title}
      <select value={value} onChange={(event) => choose({ [name]: event.currentTarget.value })}>
        <option value="">all</option>
        {value && !counts.has(value) && <option value={value}>{words(value)} (0)</option>}
        {names.map((each) => <option key={each} value={each}>{words(each)} ({counts.get(each)})</option>)}
      </select>
    </label>
  );
}

function noteOf({ samples, turns }: Model): string {
  const which = samples > 1 ? "of the first sample" : "";
  const when = turns > 1 ? "after its last turn; failure class of the first turn" : "";
  return which || when ? `Verdict ${[which, when].filter(Boolean).join(", ")}.` : "";
}

function orderOf(text: string | undefined): Order | undefined {
  return text ? { column: text.replace(/^-/, ""), down: text.startsWith("-") } : undefined;
}

function columnsOf(site: Site, model: Model, selection: Selection): Column<Row>[] {
  const { difficulties, languages } = site.problems;
  const columns: (Column<Row> | false)[] = [
    { name: "problem", title: "Problem", head: true, by: (row) => row.id, cell: (row) => (
      <><a href={href("problem", row.id, { ...selection.query, model: model.key })}><bdi>{readable(row.id)}</bdi></a>
        {row.title && <small class="answer-about"><bdi>{readable(row.title)}</bdi></small>}</>) },
    { name: "verdict", title: "Verdict", by: (row) => row.verdict, cell: (row) => <Verdict verdict={row.verdict || "unanswered"} /> },
    model.samples > 1 && { name: "passed", title: "Passed", number: true, by: (row) => (row.scored ? row.passed / row.scored : null),
      cell: (row) => (row.scored ? <span title="passed samples, of those scored">{row.passed}/{row.scored}</span> : "") },
    { name: "failure", title: "Failure class", by: (row) => row.failure || null, cell: (row) => words(row.failure) },
    languages.length > 1 && { name: "language", title: "Language", by: (row) => row.language, cell: (row) => row.language },
    difficulties.length > 1 && { name: "difficulty", title: "Difficulty", by: (row) => (row.difficulty < 0 ? null : row.difficulty), cell: (row) => difficulties[row.difficulty] ?? "" },
  ];
  return columns.filter((column) => column !== false);
}
