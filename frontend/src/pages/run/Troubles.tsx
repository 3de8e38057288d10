import { count, readable, words } from "../../format";
import { Card } from "../../parts/Heading";
import { Empty } from "../../parts/Notice";
import { Table, type Column } from "../../parts/Table";
import { Verdict } from "../../parts/Verdict";
import { href } from "../../route";
import type { Problems, RunDetails, Trouble } from "../../types";

/** Items that failed, are waiting or could not be judged. */
export function Troubles({ run, problems }: { run: RunDetails; problems: Problems }) {
  const ids = new Set(problems.ids);
  const columns: Column<Trouble>[] = [
    { name: "item", title: "Item", head: true, by: (row) => row.item, cell: (row) => <Item item={row.item} ids={ids} /> },
    { name: "step", title: "Step", by: (row) => row.step, cell: (row) => words(row.step) },
    { name: "state", title: "State", by: (row) => row.state, cell: (row) => <Verdict verdict={row.state} /> },
    { name: "reason", title: "Reason", class: "reason-cell", cell: (row) => <bdi>{readable(row.reason)}</bdi> },
  ];
  const more = run.troubles_left_out > 0 ? `and ${count(run.troubles_left_out)} more` : undefined;
  const waits = run.troubles.some((row) => row.state === "waiting");
  return (
    <Card title={`${waits ? "Failed or waiting" : "Failed"} (${count(run.troubles.length + run.troubles_left_out)})`} note={more}>
      {run.troubles.length > 0
        ? <Table caption="Items that failed, are waiting or could not be judged" columns={columns} rows={run.troubles} limit={25} keyOf={(row) => `${row.step} ${row.item}`} />
        : <Empty>Nothing failed.</Empty>}
    </Card>
  );
}

/** An item has the name of its problem, with a sample or a digest after `#`. */
function Item({ item, ids }: { item: string; ids: Set<string> }) {
  const shown = <bdi>{readable(item)}</bdi>;
  const name = [item, item.slice(0, Math.max(0, item.lastIndexOf("#")))].find((each) => ids.has(each));
  return name === undefined ? shown : <a href={href("problem", name)}>{shown}</a>;
}
