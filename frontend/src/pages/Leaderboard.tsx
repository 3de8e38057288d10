import { useMemo } from "preact/hooks";
import { useData } from "../data";
import { INTERVAL_METHOD } from "../estimate";
import { useSelection, type Selection } from "../filters";
import { percent, plural } from "../format";
import { Copy } from "../parts/Copy";
import { Filters } from "../parts/Filters";
import { Heading } from "../parts/Heading";
import { Empty, Notice } from "../parts/Notice";
import { SiteNotes } from "../parts/SiteNotes";
import { orderOf, orderText, sort, Table, type Order } from "../parts/Table";
import { choose, type Route } from "../route";
import type { Site, Spending } from "../types";
import { Efficiency, Intervals } from "./leaderboard/Charts";
import { columnsOf, neighboursColumn } from "./leaderboard/columns";
import { HeatLegend } from "./leaderboard/Heat";
import { ENOUGH, standingsOf, type Board } from "./leaderboard/standings";
import type { View } from ".";

const USUAL: Order = { column: "rank", down: false };

/** Models × languages: what they solve, how certain that is, and at what cost. */
export function Leaderboard({ site, route }: View) {
  const most = Math.max(1, ...site.models.map((model) => model.samples));
  const { ids, languages } = site.problems;
  if (site.models.length === 0) {
    return (
      <>
        <Heading title="Leaderboard" lead={site.title} />
        <Empty>No model has been evaluated yet. Run <code>benchwright evaluate</code> to create a job.</Empty>
      </>
    );
  }
  return (
    <>
      <Heading title="Leaderboard" lead={
        <><bdi>{site.title}</bdi>: {plural(site.models.length, "model")} on {plural(ids.length, "problem")} in {plural(languages.length, "language")}</>
      }>
        {most > 1 && <Depth most={most} k={depthOf(route, most)} />}
        <Copy text={location.href} label="Copy link" />
      </Heading>
      <SiteNotes site={site} />
      <Standings site={site} route={route} k={depthOf(route, most)} />
    </>
  );
}

function Standings({ site, route, k }: { site: Site; route: Route; k: number }) {
  const selection = useSelection(site.problems, route);
  const { value: spending, error } = useData<Spending>(selection.active ? "spending" : null);
  const board = useMemo(() => standingsOf(site, selection, k, spending), [site, selection, k, spending]);
  const order = orderOf(route.query.order, USUAL);
  const columns = useMemo(() => columnsOf(site, board, selection, k), [site, board, selection, k]);
  const sorted = useMemo(() => sort(board.standings, columns, order), [board, columns, order.column, order.down]);
  const shown = [...columns];
  if (sorted.length > 1) shown.splice(3, 0, neighboursColumn(sorted, selection));
  return (
    <>
      <Filters problems={site.problems} route={route} selection={selection} />
      {error && <Notice tone="warn">Cannot load costs for these filters: {error}</Notice>}
      {board.problems === 0 ? <Empty>No problem matches these filters.</Empty> : (
        <>
          <section class="card">
            <Table caption={`pass@${k} of every model, overall and by language`} class="board" columns={shown} rows={sorted}
              keyOf={(row) => row.model.key} order={order} onOrder={(next) => choose({ order: orderText(next, USUAL) })} />
          </section>
          <Notes board={board} k={k} selection={selection} />
          <div class="grid">
            <Intervals board={board} sorted={sorted} k={k} />
            <Efficiency board={board} sorted={sorted} k={k} price={priceOf(site, route)} />
          </div>
        </>
      )}
    </>
  );
}

function Depth({ most, k }: { most: number; k: number }) {
  return (
    <label class="depth">
      <span>pass@</span>
      <select aria-label="k of pass@k" value={k} onChange={(event) => choose({ k: event.currentTarget.value === "1" ? "" : event.currentTarget.value })}>
        {Array.from({ length: most }, (_, place) => <option key={place} value={place + 1}>{place + 1}</option>)}
      </select>
    </label>
  );
}

/** How to read the table. */
function Notes({ board, k, selection }: { board: Board; k: number; selection: Selection }) {
  return (
    <div class="board-notes">
      <HeatLegend />
      <p>
        pass@{k}: percentage of problems that {k === 1 ? "one answer solves" : `at least one of ${k} answers solves`}, in the first turn.
        {board.standings.some((each) => each.after) && " The line below shows the rate after the last turn; cost and tokens cover all turns."}{" "}
        The range is the 95 % interval: {board.published
          ? "a bootstrap over problems from the evaluation, or Wilson’s method if all or none are solved."
          : `${board.partlyPublished ? "a bootstrap over problems if the evaluation computed one, else " : ""}${INTERVAL_METHOD}, over the ${plural(selection.chosen.length, "selected problem")}.`}
      </p>
      {board.standings.length > 1 && (
        <p>
          The sign between two rows compares them on the problems that both have scored: <b>&gt;</b> the upper model solves more,
          {" "}<b>≈</b> no significant difference (p ≥ 0.05; McNemar’s mid-p on one answer per problem, not corrected for multiple comparisons).
        </p>
      )}
      {board.standings.some((each) => each.rank === null) && (
        <p>Models are ranked if at least {percent(ENOUGH, 0)} % of their benchmark’s problems without a defect have enough scored answers; other models are listed last.</p>
      )}
    </div>
  );
}

function depthOf(route: Route, most: number): number {
  const asked = Number.parseInt(route.query.k ?? "1", 10);
  return asked >= 1 && asked <= most ? asked : 1;
}

function priceOf(site: Site, route: Route): string {
  return route.query.price === "tokens" || site.models.every((model) => model.cost_usd === null) ? "tokens" : "cost";
}
