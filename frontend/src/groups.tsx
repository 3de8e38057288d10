// A server's list of benchmarks, by the jobs it shows. If there is only one, it opens directly.

import { render } from "preact";
import { useEffect } from "preact/hooks";
import { count, plural } from "./format";
import { useLive } from "./live";
import { Heading } from "./parts/Heading";
import { Empty, Notice, Waiting } from "./parts/Notice";
import { Table, type Column } from "./parts/Table";
import { ThemeSwitch } from "./parts/ThemeSwitch";
import type { Group, Groups } from "./types";

const EVERY_MS = 3_000;

const COLUMNS: Column<Group>[] = [
  { name: "title", title: "Benchmark", head: true, by: (group) => group.title, cell: (group) => <a href={`${group.key}/`}>{group.title}</a> },
  { name: "problems", title: "Problems", number: true, by: (group) => group.problems,
    cell: (group) => <>{count(group.problems)} {group.fingerprint && <small title="Fingerprint of the problems"><code>{group.fingerprint.slice(0, 12)}</code></small>}</> },
  { name: "evaluations", title: "Evaluations", number: true, by: (group) => group.evaluations, cell: (group) => group.evaluations },
  { name: "generations", title: "Generations", number: true, by: (group) => group.generations, cell: (group) => group.generations },
  { name: "running", title: "Running", number: true, by: (group) => group.running, cell: (group) => group.running || "–" },
  { name: "begun", title: "Newest", by: (group) => group.begun, cell: (group) => group.begun.slice(0, 16).replace("T", " ") },
];

function App() {
  const { value, error, lost } = useLive<Groups>("groups", EVERY_MS, () => true);
  const only = value?.groups.length === 1 && value.faults.length === 0 ? value.groups[0] : undefined;
  const stays = location.hash === "#all";
  useEffect(() => {
    if (only && !stays) location.replace(`${only.key}/`);
    else if (value) document.body.dataset.ready = "yes";
  }, [only, value]);
  return (
    <>
      <header class="top">
        <a class="brand" href="/"><img src="assets/icon.svg" alt="" width="26" height="26" /><span>benchwright</span></a>
        <ThemeSwitch />
      </header>
      <main id="main">
        <Heading title="Results" lead="The jobs on this server, grouped by benchmark." />
        {lost && value && <Notice tone="warn">The server does not respond. Retrying.</Notice>}
        {error ? <Notice tone="bad">Cannot load the list: {error}</Notice>
          : !value ? <Waiting what="the list" />
          : <Shown groups={value} />}
      </main>
    </>
  );
}

function Shown({ groups }: { groups: Groups }) {
  return (
    <>
      {groups.faults.length > 0 && (
        <Notice tone="warn">
          {plural(groups.faults.length, "folder")} cannot be shown: {groups.faults.join("; ")}
        </Notice>
      )}
      <section class="card">
        {groups.groups.length > 0
          ? <Table caption="Benchmarks" columns={COLUMNS} rows={groups.groups} keyOf={(group) => group.key} />
          : <Empty>There are no jobs yet. Start the server with <code>--jobs FOLDER</code>; new jobs in it appear automatically.</Empty>}
      </section>
    </>
  );
}

const place = document.getElementById("app");
if (place) render(<App />, place);
