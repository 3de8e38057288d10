import { useData } from "../data";
import { useSelection } from "../filters";
import { readable } from "../format";
import { Columns } from "../parts/Columns";
import { Filters } from "../parts/Filters";
import { ShareBars } from "../parts/ShareBars";
import { Heading } from "../parts/Heading";
import { Empty, Notice, Waiting } from "../parts/Notice";
import { SiteNotes } from "../parts/SiteNotes";
import { href, type Route } from "../route";
import type { Model as Row, ModelDetails, Site, Spending } from "../types";
import type { View } from ".";
import { Cost } from "./model/Cost";
import { PassAtK, Turns } from "./model/Curves";
import { KeyFacts } from "./model/KeyFacts";
import { ProblemList } from "./model/ProblemList";
import { slicesOf } from "./model/slices";
import { Failures, Verdicts } from "./model/Verdicts";

/** One model in one evaluation: its verdicts, strengths, cost, and all problems. */
export function Model({ site, route }: View) {
  const model = site.models.find((each) => each.key === route.argument);
  if (!model) {
    return (
      <>
        <Heading title="Model" lead={route.argument ? `There is no model ${readable(route.argument)} in this report.` : "Choose a model:"} />
        {site.models.length === 0
          ? <Empty>This report has no evaluations. Run <code>benchwright evaluate BENCH --model M --out JOB</code> to create one.</Empty>
          : <ul>{site.models.map((each) => <li key={each.key}><a href={href("model", each.key)}>{readable(each.name)}</a></li>)}</ul>}
      </>
    );
  }
  return <Known site={site} route={route} model={model} />;
}

function Known({ site, route, model }: { site: Site; route: Route; model: Row }) {
  const selection = useSelection(site.problems, route);
  const { value: details, error } = useData<ModelDetails>(`models/${model.key}`);
  const { value: spending } = useData<Spending>("spending");
  const part = { site, route, model, spending, selection };
  return (
    <>
      <Head site={site} model={model} query={selection.query} />
      <SiteNotes site={site} />
      <Filters problems={site.problems} route={route} selection={selection} />
      {error ? <Notice tone="bad">Cannot load the details: {error}</Notice>
        : !details ? <Waiting what="the model" />
        : selection.chosen.length === 0 ? <Empty>No problem matches these filters.</Empty>
        : (
          <>
            <KeyFacts {...part} details={details} />
            <Columns roomy>
              <Verdicts {...part} details={details} chosen={route.query.verdict ?? ""} />
              <Failures {...part} details={details} />
              <Turns {...part} details={details} />
              <PassAtK {...part} details={details} />
              {slicesOf(model, details, site.problems, selection).map(({ kind, title, note, bars }) => (
                <section class="card" key={kind}><ShareBars title={title} note={note} bars={bars} counted="problems" /></section>
              ))}
              <Cost {...part} details={details} />
            </Columns>
            <ProblemList {...part} details={details} />
          </>
        )}
    </>
  );
}

function Head({ site, model, query }: { site: Site; model: Row; query: Record<string, string> }) {
  const other = site.models.find((each) => each.key !== model.key);
  const lead = (
    <>
      {model.answers.startsWith("samples:") ? "answers from a file" : "answered by"} <code>{readable(model.answers)}</code>
      {" · "}<a href={href("run", model.key)}>view run</a>{model.running && " · still running, numbers may change"}
    </>
  );
  return (
    <Heading title={<bdi>{readable(model.name)}</bdi>} lead={lead}>
      {other && (
        <>
          <label class="pick">Model
            <select value={model.key} onChange={(event) => { location.hash = href("model", event.currentTarget.value, query); }}>
              {site.models.map((each) => <option key={each.key} value={each.key}>{readable(each.name)}</option>)}
            </select>
          </label>
          <a class="button" href={href("compare", "", { ...query, a: model.key })}>Compare</a>
        </>
      )}
    </Heading>
  );
}
