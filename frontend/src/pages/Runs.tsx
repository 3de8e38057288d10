import { useData } from "../data";
import { count, percent } from "../format";
import { Heading } from "../parts/Heading";
import { Empty } from "../parts/Notice";
import { Table, type Column } from "../parts/Table";
import { href } from "../route";
import type { RunDetails, RunHead } from "../types";
import type { View } from ".";
import { finished } from "./run/rate";
import { State } from "./run/State";

const COLUMNS: Column<RunHead>[] = [
  { name: "name", title: "Job", head: true, by: (run) => run.name, cell: (run) => <a href={href("run", run.key)}><bdi>{run.name}</bdi></a> },
  { name: "state", title: "State", by: (run) => run.state, cell: (run) => <State state={run.state} /> },
  { name: "done", title: "Done", number: true, class: "run-fact", cell: (run) => <Done key={run.key + run.state} run={run} /> },
  { name: "begun", title: "Started (UTC)", by: (run) => run.begun, down: true, class: "run-fact", cell: (run) => run.begun.slice(0, 16).replace("T", " ") },
  { name: "kind", title: "Kind", by: (run) => run.kind, cell: (run) => run.kind },
];

/** The list of jobs. */
export function Runs({ site }: View) {
  return (
    <>
      <Heading title="Runs" lead="The jobs in this report." />
      <section class="card">
        {site.runs.length
          ? <Table caption="Jobs" columns={COLUMNS} rows={site.runs} keyOf={(run) => run.key} order={{ column: "begun", down: true }} limit={50} />
          : <Empty>There are no jobs.</Empty>}
      </section>
    </>
  );
}

function Done({ run }: { run: RunHead }) {
  const { value } = useData<RunDetails>(`runs/${run.key}`);
  if (!value) return <span class="quiet">…</span>;
  const done = finished(value);
  return <>{count(done)} <small>of {count(value.total)}{value.total > 0 && <span class="run-percent"> · {percent(done / value.total, 0)} %</span>}</small></>;
}
