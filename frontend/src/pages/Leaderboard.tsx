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

/** Models and languages: who solves what, how sure that is, and at what price. */
export function Leaderboard({ site, route }: View) {
  const most = Math.max(1, ...site.models.map((model) => model.samples));
  const { ids, languages } = site.problems;
  if (site.models.length === 0) {
    return (
      <>
        <Heading title="Leaderboard" lead={site.title} />
        <Empty>No model was evaluated yet. <code>benchwright eval</code> makes a job that can be shown here.</Empty>
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
      {error && <Notice tone="warn">Costs under filters cannot be read: {error}</Notice>}
      {board.problems === 0 ? <Empty>No problem fits these filters.</Empty> : (
        <>
          <section class="card">
            <Table caption={`pass@${k} of every model, in all and by language`} class="board" columns={shown} rows={sorted}
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

/** What must be known to read the table. */
function Notes({ board, k, selection }: { board: Board; k: number; selection: Selection }) {
  return (
    <div class="board-notes">
      <HeatLegend />
      <p>
        pass@{k}: the share of problems, in percent, that {k === 1 ? "one answer solves" : `at least one of ${k} answers solves`}, at the first turn.
        {board.standings.some((each) => each.after) && " Under it stands what the further turns made of it; cost and tokens are of all turns."}{" "}
        The range is the 95 % interval, {board.published
          ? "by the bootstrap over problems, as the evaluation computed it."
          : `${board.partlyPublished ? "by the bootstrap over problems where the evaluation has computed it, of the others " : ""}${INTERVAL_METHOD}, over the ${plural(selection.chosen.length, "problem")} that count here.`}
      </p>
      {board.standings.length > 1 && (
        <p>
          On the line between two rows stands whether they differ on the problems that both have: <b>&gt;</b> the upper one solves more,
          {" "}<b>≈</b> it may be chance (p ≥ 0.05; McNemar’s mid-p on one answer to each problem, not corrected for many comparisons).
        </p>
      )}
      {board.standings.some((each) => each.rank === null) && (
        <p>Ranked are models with enough scored answers to at least {percent(ENOUGH, 0)} % of the problems of their benchmark, without those that have a defect; the others stand below.</p>
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
