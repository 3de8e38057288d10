import { NONE, percent } from "../../format";
import type { Column } from "../../parts/Table";
import { href } from "../../route";
import type { Model, Problems, Site } from "../../types";
import { rateOf, type Row } from "./rows";

/** With more models than this, their answers get no separate columns. */
const MOST_MODELS = 8;

export function columnsOf(site: Site, titles: string[], query: Record<string, string>): Column<Row>[] {
  const { problems, models } = site;
  const columns: Column<Row>[] = [
    { name: "id", title: "Problem", class: "id", head: true, by: (row) => row.id,
      cell: (row) => (
        <><a href={href("problem", row.id, query)}><bdi>{row.id}</bdi></a>{titles[row.place] && <small title={titles[row.place]}><bdi>{titles[row.place]}</bdi></small>}</>
      ) },
  ];
  if (models.length) {
    columns.push({ name: "solved", title: <abbr title="Mean pass rate of the models">Solved</abbr>, number: true, down: false,
      by: (row) => row.share, cell: (row) => <Share share={row.share} /> });
  }
  if (models.length <= MOST_MODELS) columns.push(...models.map(modelColumn));
  return [...columns, ...traitsOf(problems)];
}

/** Properties of a problem, after the results, which must be visible on a phone. */
function traitsOf(problems: Problems): Column<Row>[] {
  return [
    { name: "language", title: "Language", by: (row) => problems.languages[problems.language[row.place] ?? -1],
      cell: (row) => <bdi>{problems.languages[problems.language[row.place] ?? -1]}</bdi> },
    ...placed("difficulty", "Difficulty", problems.difficulties, problems.difficulty),
    ...placed("length", "Lines", problems.lengths, problems.length),
    ...(problems.tags.length ? [tagsColumn(problems)] : []),
  ];
}

/** A column of values with a natural order; omitted if no problem has one. */
function placed(name: string, title: string, names: string[], place: number[]): Column<Row>[] {
  if (names.length === 0) return [];
  const of = (row: Row) => place[row.place] ?? -1;
  return [{ name, title, by: (row) => (of(row) < 0 ? null : of(row)), cell: (row) => names[of(row)] ?? NONE }];
}

function tagsColumn(problems: Problems): Column<Row> {
  return { name: "tags", title: "Tags", class: "tags", cell: (row) => {
    const text = (problems.tagged[row.place] ?? []).map((tag) => problems.tags[tag]).join(", ");
    return <span title={text}>{text}</span>;
  } };
}

function modelColumn(model: Model): Column<Row> {
  return { name: `by:${model.key}`, title: <bdi>{model.name}</bdi>, class: "upright", by: (row) => rateOf(model, row.place),
    cell: (row) => <Mark model={model} place={row.place} /> };
}

function Share({ share }: { share: number | null }) {
  if (share === null) return <>{NONE}</>;
  return (
    <span class="share" title={`${percent(share)} % of answers pass, averaged over the models`}>
      <span class="share-rail" aria-hidden="true"><i style={{ "--share": `${100 * share}%` }} /></span>{percent(share, 0)}
    </span>
  );
}

/** The result of one model: all, none or some answers pass. */
function Mark({ model, place }: { model: Model; place: number }) {
  const [scored, passed] = [model.scored[place] ?? 0, model.passed[place] ?? 0];
  if (!scored) return <span class="mark" title={`${model.name}: not scored`}>·<span class="unseen"> not scored</span></span>;
  const all = passed === scored;
  const said = scored === 1 ? (all ? "passed" : "failed") : `${passed} of ${scored} passed`;
  return (
    <span class="mark" data-tone={all ? "good" : passed ? "warn" : "bad"} title={`${model.name}: ${said}`}>
      <span aria-hidden="true">{all ? "✓" : passed ? `${passed}/${scored}` : "✗"}</span><span class="unseen">{said}</span>
    </span>
  );
}
