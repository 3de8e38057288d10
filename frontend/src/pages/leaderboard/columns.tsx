import type { Selection } from "../../filters";
import { count, dollars, estimateText, percent, plural, short } from "../../format";
import { Estimated } from "../../parts/Estimated";
import type { Column } from "../../parts/Table";
import { href } from "../../route";
import type { Site } from "../../types";
import { Heat } from "./Heat";
import { Neighbours } from "./Neighbours";
import { coverage, ENOUGH, type Board, type Standing } from "./standings";

/** With more languages than this, their names are vertical, to keep the cells narrow. */
const UPRIGHT = 8;

/** The columns of the table that do not depend on its order. */
export function columnsOf(site: Site, board: Board, selection: Selection, k: number): Column<Standing>[] {
  const { standings } = board;
  const partly = standings.some((each) => each.estimate?.n !== each.judging || (!selection.active && lost(each) !== ""));
  const columns: Column<Standing>[] = [
    { name: "rank", title: <abbr title="Rank">#</abbr>, class: "rank", by: (row) => row.rank, down: false, number: true,
      cell: (row) => row.rank ?? <span title={`Not ranked: fewer than ${percent(ENOUGH, 0)} % of the problems are scored`}>–</span> },
    { name: "model", title: "Model", class: "name", head: true, by: (row) => row.model.name,
      cell: (row) => <Name row={row} query={selection.query} /> },
    { name: "pass", title: `pass@${k}`, class: "pass", number: true, by: (row) => row.estimate?.value,
      cell: (row) => <Passed row={row} /> },
  ];
  if (partly) {
    columns.push({ name: "coverage", title: <abbr title="Problems with a scored answer">Scored</abbr>, number: true, by: coverage,
      cell: (row) => <Coverage row={row} k={k} states={!selection.active} /> });
  }
  if (site.models.some((model) => model.cost_usd !== null)) {
    columns.push({ name: "cost", title: "Cost", number: true, down: false, by: (row) => row.cost_usd,
      cell: (row) => <span title={each(row.cost_usd, row.answers, dollars)}>{dollars(row.cost_usd)}</span> });
  }
  if (site.models.some((model) => model.completion_tokens !== null)) {
    columns.push({ name: "tokens", title: <abbr title="Completion tokens">Tokens</abbr>, number: true, down: false,
      by: (row) => row.tokens, cell: (row) => <span title={each(row.tokens, row.answers, count)}>{short(row.tokens)}</span> });
  }
  return [...columns, ...languageColumns(site, board)];
}

/** Compares each row with the next, in the current order; placed before the languages. */
export function neighboursColumn(sorted: Standing[], selection: Selection): Column<Standing> {
  return {
    name: "next", title: <abbr title="Compared with the next row">vs next</abbr>, class: "versus",
    cell: (row, place) => <Neighbours upper={row} lower={sorted[place + 1]} selection={selection} />,
  };
}

function languageColumns(site: Site, board: Board): Column<Standing>[] {
  const upright = board.languages.length > UPRIGHT;
  return board.languages.map((place) => {
    const name = site.problems.languages[place] ?? "";
    return {
      name: `in:${name}`, title: <bdi>{name}</bdi>, class: upright ? "language upright" : "language", down: true,
      by: (row) => row.languages[place]?.value, cell: (row) => <Heat language={name} estimate={row.languages[place]} />,
    };
  });
}

function Name({ row, query }: { row: Standing; query: Record<string, string> }) {
  const { key, name, samples, turns, running, answers } = row.model;
  const shape = [samples > 1 ? `${samples} samples` : "", turns > 1 ? `${turns} turns` : ""].filter(Boolean).join(", ");
  return (
    <>
      <a href={href("model", key, query)} title={answers}><bdi>{name}</bdi></a>
      {running && <span class="running">running</span>}
      {shape && <small>{shape}</small>}
    </>
  );
}

/** The rate in the first turn, and after the last. */
function Passed({ row: { model, estimate, after } }: { row: Standing }) {
  return (
    <>
      <Estimated estimate={estimate} />
      {after && <small class="after-turns" title={estimateText(after)}><b>{percent(after.value)}</b> after {model.turns} turns</small>}
    </>
  );
}

function Coverage({ row, k, states }: { row: Standing; k: number; states: boolean }) {
  const n = row.estimate?.n ?? 0;
  const missing = states ? lost(row) : "";
  return (
    <span class="coverage" data-tone={coverage(row) < ENOUGH ? "warn" : undefined}>
      {row.model.samples < k ? `needs ${k} samples` : n === row.judging ? "all" : `${count(n)} of ${count(row.judging)}`}
      {missing && <small>{missing}</small>}
    </span>
  );
}

/** What the number excludes: samples without a verdict, and problems with a defect. */
function lost({ model: { states, samples, running } }: Standing): string {
  const defects = Math.ceil((states.defect ?? 0) / Math.max(samples, 1));
  return ["unscored", "defect", running ? "" : "unanswered"].filter((state) => states[state])
    .map((state) => (state === "defect" ? plural(defects, state) : `${count(states[state])} ${state}`)).join(", ");
}

function each(total: number | null, answers: number, text: (value: number) => string): string {
  return total === null ? "unknown" : answers ? `${text(total)}; ${text(+(total / answers).toPrecision(3))} per scored answer` : text(total);
}
