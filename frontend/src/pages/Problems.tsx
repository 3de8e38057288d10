import { useMemo } from "preact/hooks";
import { useData } from "../data";
import { useSelection } from "../filters";
import { count, plural } from "../format";
import { Copy } from "../parts/Copy";
import { Filters } from "../parts/Filters";
import { Heading } from "../parts/Heading";
import { Empty, Notice } from "../parts/Notice";
import { orderOf, orderText, Table, type Order } from "../parts/Table";
import { choose } from "../route";
import type { Titles } from "../types";
import { columnsOf } from "./problems/columns";
import { chosenRows, rowsOf, SOLVED, SOLVED_NAMES } from "./problems/rows";
import type { View } from ".";

const USUAL: Order = { column: "", down: false };
const NO_TITLES: string[] = [];

/** All problems, with search, filters and sorting. */
export function Problems({ site, route }: View) {
  const selection = useSelection(site.problems, route);
  const { value, error } = useData<Titles>("titles");
  const titles = value?.titles ?? NO_TITLES;
  const solved = route.query.solved ?? "";
  const search = route.query.search ?? "";
  const all = useMemo(() => rowsOf(site), [site]);
  const rows = useMemo(() => chosenRows(all, selection, solved, search, titles), [all, selection, solved, search, titles]);
  // A problem's page links to its neighbours in this list.
  const columns = useMemo(() => columnsOf(site, titles, { ...selection.query, solved, search }), [site, titles, selection, solved, search]);
  const order = orderOf(route.query.order, USUAL);
  return (
    <>
      <Heading title="Problems" lead={<><bdi>{site.title}</bdi>: {count(rows.length)} of {plural(site.problems.ids.length, "problem")}</>}>
        <Copy text={location.href} label="Copy link" />
      </Heading>
      <div class="controls">
        <input class="problem-search" type="search" placeholder="Search ids and titles" aria-label="Search ids and titles"
          value={search} onInput={(event) => choose({ search: event.currentTarget.value })} />
        {site.models.length > 0 && <SolvedBy solved={solved} />}
      </div>
      <Filters problems={site.problems} route={route} selection={selection} />
      {error && <Notice tone="warn">Cannot load the titles: {error}</Notice>}
      {rows.length === 0 ? <Empty>No problem matches. Remove filters or change the search.</Empty> : (
        <section class="card">
          <Table caption="Problems" class="problem-list" columns={columns} rows={rows} keyOf={(row) => row.id} limit={100}
            order={order} onOrder={(next) => choose({ order: orderText(next, USUAL) })} />
        </section>
      )}
    </>
  );
}

function SolvedBy({ solved }: { solved: string }) {
  return (
    <label class="depth">
      <span>Solved by</span>
      <select value={solved} onChange={(event) => choose({ solved: event.currentTarget.value })}>
        <option value="">any number of models</option>
        {SOLVED.map((name) => <option key={name} value={name}>{SOLVED_NAMES[name]}</option>)}
      </select>
    </label>
  );
}
