import { count, percent, seconds, words } from "../format";
import { useLive } from "../live";
import { Tree } from "../parts/Tree";
import { Copy } from "../parts/Copy";
import { Card, Facts, Heading } from "../parts/Heading";
import { Empty, Notice, Waiting } from "../parts/Notice";
import { Verdict } from "../parts/Verdict";
import { href } from "../route";
import type { RunDetails, Site } from "../types";
import type { View } from ".";
import { FunnelFlow } from "./benchmark/FunnelFlow";
import { Progress } from "./run/Progress";
import { usePace, type Pace } from "./run/rate";
import { State } from "./run/State";
import { Troubles } from "./run/Troubles";

const EVERY_MS = 2_000;

/** One job: progress, failures and settings. */
export function Run({ site, route }: View) {
  const continues = (run: RunDetails) => site.live && run.state === "running";
  const { value: run, error, lost } = useLive<RunDetails>(`runs/${route.argument}`, EVERY_MS, continues);
  const pace = usePace(run);
  const head = site.runs.find((each) => each.key === route.argument);
  return (
    <>
      <Heading title={head?.name ?? route.argument} lead={head && `${words(head.kind)}, started ${head.begun.slice(0, 16).replace("T", " ")} UTC`}>
        {run && <State state={run.state} />}
      </Heading>
      {lost && run && <Notice tone="warn">The server does not respond. Showing the last known data; retrying.</Notice>}
      {error && <Notice tone="bad">Cannot load the run: {error} <a href={href("runs")}>All runs</a></Notice>}
      {!run && !error && <Waiting what="the run" />}
      {run && <Shown run={run} pace={pace} site={site} />}
    </>
  );
}

function Shown({ run, pace, site }: { run: RunDetails; pace: Pace | null; site: Site }) {
  return (
    <>
      <section class="card">
        <Numbers run={run} pace={pace} />
        <p class="unseen" aria-live="polite">{spoken(run, pace)}</p>
      </section>
      <div class="grid">
        <Card title="Progress" note={run.state === "running" && site.live ? "refreshed every two seconds" : undefined}>
          {Object.keys(run.steps).length ? <div class="card-body"><Progress run={run} /></div> : <Empty>No results yet.</Empty>}
        </Card>
        <Commands run={run} />
      </div>
      {run.funnel && run.funnel.steps.length > 0 && <Card title="Generation steps"><div class="card-body"><FunnelFlow funnel={run.funnel} /></div></Card>}
      <Troubles run={run} problems={site.problems} />
      <div class="grid">
        <Card title="Toolchains">
          {Object.keys(run.toolchains).length ? <div class="card-body"><Tree value={run.toolchains} /></div> : <Empty>None recorded.</Empty>}
        </Card>
        <Card title="Manifest" note={<Copy text={JSON.stringify(run.manifest, null, 2)} label="Copy as JSON" />}>
          <div class="card-body"><Tree value={Object.fromEntries(Object.entries(run.manifest).filter(([name]) => name !== "toolchains"))} /></div>
        </Card>
      </div>
    </>
  );
}

/** Labels of samples that are merely still to be run. */
const PENDING: Record<"running" | "stopped", Record<string, string>> = {
  running: { unanswered: "Waiting for an answer", unscored: "Being judged" },
  stopped: { unanswered: "Not answered yet", unscored: "Not judged yet" },
};

function Numbers({ run, pace }: { run: RunDetails; pace: Pace | null }) {
  const ordered = Object.entries(run.states).sort(([one], [other]) => Number(other === "scored") - Number(one === "scored"));
  const states = ordered.flatMap(([state, number]): [string, preact.ComponentChildren][] => {
    const pending = run.pending[state] ?? 0;
    const settled = number - pending;
    return [
      ...(pending > 0 ? [[PENDING[run.state === "running" ? "running" : "stopped"][state] ?? words(state), count(pending)] as [string, string]] : []),
      ...(settled > 0 ? [[`${state.charAt(0).toUpperCase()}${words(state.slice(1))}`, <>{count(settled)} {state !== "scored" && <Verdict verdict={state} brief />}</>] as [string, preact.ComponentChildren]] : []),
    ];
  });
  return (
    <Facts facts={[
      ["Done", <span data-done>{count(pace?.done)} <small>of {count(run.total)}{run.total > 0 && pace ? ` · ${percent(pace.done / run.total, 0)} %` : ""}</small></span>],
      ...(run.state === "running" ? [
        ["Rate", pace?.perMinute ? <>{pace.perMinute.toFixed(pace.perMinute < 10 ? 1 : 0)} <small>per minute{pace.sinceBegun && ", since the start"}</small></> : <small>unknown</small>],
        ["Time left", pace?.leftS ? `about ${seconds(Math.round(pace.leftS))}` : <small>unknown</small>],
      ] as [string, preact.ComponentChildren][] : []),
      ...states,
    ]} />
  );
}

/** Announced at every tenth only, to keep screen readers quiet. */
function spoken(run: RunDetails, pace: Pace | null): string {
  if (run.state !== "running") return `The run is ${run.state}.`;
  if (!pace || run.total === 0) return "";
  return `${Math.floor((10 * pace.done) / run.total) * 10} percent done`;
}

function Commands({ run }: { run: RunDetails }) {
  const folder = /^[\w./-]+$/.test(run.folder) && !run.folder.startsWith("-") ? run.folder : `'${run.folder.replaceAll("'", `'\\''`)}'`;
  // A running job must not be changed by another process.
  const running = run.state === "running";
  const commands: [string, string][] = [
    ["Show it in a terminal", `benchwright show ${folder}`],
    ...(run.kind === "evaluation" && !running ? [["Re-judge the stored answers", `benchwright rejudge ${folder}`] as [string, string]] : []),
    ...(run.kind === "evaluation" ? [["Verify its verdicts", `benchwright verify ${folder}`] as [string, string]] : []),
    ["Write this report to disk", `benchwright report ${folder} --out site`],
  ];
  return (
    <Card title="Commands" note={run.state === "unfinished" ? "re-run the command that started it to resume; nothing is asked or judged twice" : undefined}>
      <div class="card-body">
        {commands.map(([what, command]) => (
          <div key={what}><small>{what}</small><div class="command"><code>{command}</code><Copy text={command} /></div></div>
        ))}
      </div>
    </Card>
  );
}
