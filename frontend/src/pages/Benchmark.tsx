import { useData } from "../data";
import { sum } from "../estimate";
import { useSelection } from "../filters";
import { count, dollars, percent, plural, short } from "../format";
import { Bars } from "../parts/Bars";
import { Filters } from "../parts/Filters";
import { Card, Facts, Heading } from "../parts/Heading";
import { Markdown } from "../parts/Markdown";
import { Empty, Notice, Waiting } from "../parts/Notice";
import { href } from "../route";
import type { BenchmarkDetails, Funnel, Site } from "../types";
import type { View } from ".";
import { Distribution } from "./benchmark/Distribution";
import { Duplicates, Evidence } from "./benchmark/Evidence";
import { FunnelFlow } from "./benchmark/FunnelFlow";
import { Items } from "./benchmark/Items";
import { median } from "./benchmark/ranges";

/** The problems, their origin, and the evidence about them. */
export function Benchmark({ site, route }: View) {
  const { value: details, error } = useData<BenchmarkDetails>("benchmark");
  const selection = useSelection(site.problems, route);
  return (
    <>
      <Heading title={site.title} lead="The problems, where they come from, and how well they are tested." />
      {error && <Notice tone="bad">Cannot load the benchmark: {error}</Notice>}
      {!details && !error && <Waiting what="the benchmark" />}
      {details && (
        <>
          <section class="card"><Overview site={site} details={details} chosen={selection.chosen} /></section>
          <Filters problems={site.problems} route={route} selection={selection} />
          <Distribution problems={site.problems} details={details} selection={selection} />
          <div class="grid"><Items site={site} details={details} chosen={selection.chosen} /></div>
          {details.funnels.map((funnel) => <Generation key={funnel.run} funnel={funnel} />)}
          <div class="grid">
            <Evidence problems={site.problems} details={details} />
            <Duplicates problems={site.problems} details={details} />
          </div>
          <Sources details={details} />
          <Card title="Dataset card">
            {details.card ? <div class="card-body"><Markdown text={withoutFrontMatter(details.card)} /></div>
              : <Empty>No dataset card. <code>benchwright generate</code> writes one as README.md next to the problems.</Empty>}
          </Card>
        </>
      )}
    </>
  );
}

/** Drops the YAML metadata of a dataset card, which is not meant for readers. */
const withoutFrontMatter = (card: string): string => card.replace(/^---\n[^]*?\n---\n/, "");

function Overview({ site, details, chosen }: { site: Site; details: BenchmarkDetails; chosen: number[] }) {
  const known = chosen.map((place) => details.solved[place] ?? -1).filter((value) => value >= 0);
  const lines = median(chosen.map((place) => details.lines[place] ?? -1).filter((value) => value > 0));
  const questions = median(chosen.map((place) => details.question_words[place] ?? -1).filter((value) => value > 0));
  return (
    <Facts facts={[
      ["Problems", <>{count(chosen.length)}{chosen.length < site.problems.ids.length && <small> of {count(site.problems.ids.length)}</small>}</>],
      ["Languages", count(site.problems.languages.length)],
      ["Tags", count(site.problems.tags.length)],
      ["Median reference", <>{count(lines)} <small>lines</small></>],
      ["Median question", <>{count(questions)} <small>words</small></>],
      ["Models", count(site.models.length)],
      ["Mean pass rate", known.length ? `${percent(sum(known) / known.length)} %` : "–"],
      ["Fingerprint", <code title={site.fingerprint}>{site.fingerprint.slice(0, 12) || "–"}</code>],
    ]} />
  );
}

function Generation({ funnel }: { funnel: Funnel }) {
  const first = funnel.steps[0];
  const last = funnel.steps[funnel.steps.length - 1];
  const tokens = sum(funnel.steps.map((row) => row.prompt_tokens + row.completion_tokens));
  const cost = sum(funnel.steps.map((row) => row.cost_usd));
  const note = [
    first && last ? `${plural(last.left, "problem")} from ${plural(first.entered + first.waiting + first.failed, "item")}` : "",
    tokens ? `${short(tokens)} tokens` : "", cost ? dollars(cost) : "",
  ].filter(Boolean).join(" · ");
  return (
    <Card title={<>Generation <a href={href("run", funnel.run)}>{funnel.name}</a></>} note={note}>
      {funnel.steps.length ? <div class="card-body"><FunnelFlow funnel={funnel} /></div> : <Empty>No item has reached the first step yet.</Empty>}
    </Card>
  );
}

function Sources({ details }: { details: BenchmarkDetails }) {
  const [licences, repositories] = [details.licences, details.repositories].map((counts) => (
    Object.entries(counts).sort((one, other) => other[1] - one[1]).map(([name, value]) => ({ name, value }))
  ));
  if (!licences?.length && !repositories?.length) {
    return <Card title="Sources"><Empty>The origin of the problems is not recorded. <code>benchwright generate</code> records it.</Empty></Card>;
  }
  return (
    <div class="grid">
      {licences && licences.length > 0 && <Card title="Licences of the sources"><div class="card-body"><Bars label="Licences" bars={licences} /></div></Card>}
      {repositories && repositories.length > 0 && <Card title="Repositories"><div class="card-body"><Bars label="Repositories" bars={repositories} /></div></Card>}
    </div>
  );
}
