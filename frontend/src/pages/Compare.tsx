import { compared, paired } from "../estimate";
import { useSelection } from "../filters";
import { readable } from "../format";
import { Copy } from "../parts/Copy";
import { Columns } from "../parts/Columns";
import { Filters } from "../parts/Filters";
import { Heading } from "../parts/Heading";
import { Empty, Notice } from "../parts/Notice";
import { SiteNotes } from "../parts/SiteNotes";
import { choose, type Route } from "../route";
import type { Model, Site } from "../types";
import type { View } from ".";
import { ByLanguage, Differences } from "./compare/Charts";
import { Flips } from "./compare/Flips";
import { missingOf, pairOf, type Pair } from "./compare/pair";
import { FirstTurns, Numbers, Sentence, TwoByTwo } from "./compare/Summary";

const LEAD = "Two models, problem by problem, on the problems that both have scored answers to.";

/** Whether one model is better than another, where, and on which problems. */
export function Compare({ site, route }: View) {
  const pair = pairOf(site.models, route.query);
  if (!pair && site.models.length > 1) return <Unknown site={site} query={route.query} />;
  if (!pair) {
    const command = `benchwright evaluate BENCH --model ${site.models.length === 0 ? "MODEL" : "ANOTHER"} --out JOB`;
    return (
      <>
        <Heading title="Compare" lead={LEAD} />
        <section class="card"><div class="card-body">
          <p>{site.models.length === 0 ? "This report has no evaluations." : "This report has one model. A comparison needs a second one on the same problems."} Run another evaluation, and include its job in the report:</p>
          <div class="command"><code>{command}</code><Copy text={command} /></div>
          <div class="command"><code>benchwright report JOB… --out DIR</code><Copy text="benchwright report JOB… --out DIR" /></div>
        </div></section>
      </>
    );
  }
  return <Both site={site} route={route} {...pair} />;
}

/** The URL names a model that does not exist: showing another one instead would mislead. */
function Unknown({ site, query }: { site: Site; query: Record<string, string> }) {
  const pick = (side: "a" | "b") => (
    <Pick side={side} model={site.models.find((each) => each.key === query[side])} models={site.models} onPick={(key) => choose({ [side]: key })} />
  );
  return (
    <>
      <Heading title="Compare" lead={LEAD} />
      {missingOf(site.models, query).map((key) => <Notice key={key} tone="warn">There is no model {readable(key)} in this report. Choose another:</Notice>)}
      <div class="opponents">{pick("a")}{pick("b")}</div>
    </>
  );
}

function Both({ site, route, a, b }: { site: Site; route: Route } & Pair) {
  const selection = useSelection(site.problems, route);
  const found = compared(a, b, selection.chosen);
  const table = paired(a.first, b.first, selection.chosen);
  const part = { a, b, found, table };
  const drawn = { a, b, problems: site.problems, common: found.common };
  return (
    <>
      <Heading title="Compare" lead={LEAD} />
      <SiteNotes site={site} />
      <div class="opponents">
        <Pick side="a" model={a} models={site.models} onPick={(key) => choose({ a: key, b: b.key })} />
        <button type="button" class="swap" onClick={() => choose({ a: b.key, b: a.key })} title="Swap the models"><span aria-hidden="true">⇄</span> Swap</button>
        <Pick side="b" model={b} models={site.models} onPick={(key) => choose({ a: a.key, b: key })} />
      </div>
      <Filters problems={site.problems} route={route} selection={selection} />
      {a === b ? <Empty>Both sides show the same model. Choose another one.</Empty>
        : found.common.length === 0 ? <Empty>The models have no scored problems in common{selection.active ? " with these filters" : ""}.</Empty>
        : (
          <>
            <Sentence {...part} />
            <FirstTurns a={a} b={b} />
            <div class="grid"><TwoByTwo {...part} /><Numbers {...part} /></div>
            <Columns roomy><ByLanguage {...drawn} /><Differences {...drawn} /></Columns>
            <Flips site={site} a={a} b={b} common={found.common} query={selection.query} />
          </>
        )}
    </>
  );
}

function Pick({ side, model, models, onPick }: { side: "a" | "b"; model: Model | undefined; models: Model[]; onPick: (key: string) => void }) {
  return (
    <label class="pick"><span class="side" data-side={side}>{side.toUpperCase()}</span><span class="unseen">{side === "a" ? "First model" : "Second model"}</span>
      <select value={model?.key ?? ""} onChange={(event) => onPick(event.currentTarget.value)}>
        {!model && <option value="" disabled>choose a model</option>}
        {models.map((each) => <option key={each.key} value={each.key}>{readable(each.name)}</option>)}
      </select>
    </label>
  );
}
