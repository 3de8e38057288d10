import { useMemo } from "preact/hooks";
import { count, percent, plural } from "../../format";
import { Card } from "../../parts/Heading";
import { Empty } from "../../parts/Notice";
import { Table } from "../../parts/Table";
import type { BenchmarkDetails, Problems, Site } from "../../types";
import { ProblemLink } from "./Evidence";
import { Histogram } from "./Histogram";
import { evenly } from "./ranges";

interface Props {
  site: Site;
  details: BenchmarkDetails;
  chosen: number[];
}

const GROUPS = 10;
const FEW = 3;

/** What the models' answers say about the problems: how hard they are, and how well they separate models. */
export function Items({ site, details, chosen }: Props) {
  const answered = useMemo(() => chosen.filter((place) => (details.solved[place] ?? -1) >= 0), [details, chosen]);
  const solved = useMemo(() => evenly(answered.map((place) => details.solved[place] ?? 0), 0, 1, GROUPS), [details, answered]);
  if (site.models.length === 0) {
    return (
      <Card title="Difficulty for models" wide>
        <Empty>No model has been evaluated. Run <code>benchwright evaluate</code>, and pass its job to <code>benchwright report</code> too.</Empty>
      </Card>
    );
  }
  const nobody = answered.filter((place) => details.solved[place] === 0);
  const everybody = answered.filter((place) => details.solved[place] === 1);
  return (
    <>
      <Card title="Difficulty for models" note={`mean pass rate per problem, over ${plural(site.models.length, "model")}`}>
        <Histogram title="Share of answers that pass" ranges={solved} unit="% of answers" write={(value) => percent(value, 0)} />
        <div class="card-body">
          <Listed title="Solved by no model" places={nobody} of={answered.length} problems={site.problems}
            note="Too hard, or defective: worth checking." />
          <Listed title="Solved by all models" places={everybody} of={answered.length} problems={site.problems}
            note="They do not separate models." />
        </div>
      </Card>
      <Discrimination site={site} details={details} chosen={answered} />
    </>
  );
}

function Listed({ title, places, of, problems, note }: { title: string; places: number[]; of: number; problems: Problems; note: string }) {
  return (
    <details class="listed">
      <summary><b>{title}</b> <span class="number">{count(places.length)}<small> of {count(of)}</small></span></summary>
      <p class="quiet">{places.length > 0 ? note : "None."}</p>
      <ul class="names">{places.map((place) => <li key={place}><ProblemLink id={problems.ids[place]} /></li>)}</ul>
    </details>
  );
}

function Discrimination({ site, details, chosen }: Props) {
  const known = chosen.filter((place) => details.correlation[place] != null);
  const of = (place: number) => details.correlation[place] ?? 0;
  const ranges = useMemo(() => evenly(known.map(of), -1, 1, 20), [details, chosen]);
  const against = known.filter((place) => of(place) < 0);
  const lead = "correlation between passing a problem and passing the others";
  if (known.length === 0) {
    const why = site.models.length < FEW
      ? `It needs at least ${FEW} models; this report has ${site.models.length}.`
      : "On each problem, all models have the same result.";
    return <Card title="Discrimination" note={lead}><Empty>Not available. {why}</Empty></Card>;
  }
  return (
    <Card title="Discrimination" note={lead}>
      <Histogram title="How well problems separate models" ranges={ranges} unit="correlation" write={signed} warnBelow={0}
        note={`known for ${count(known.length)} of ${count(chosen.length)}`} />
      {against.length === 0
        ? <p class="card-body quiet">No problem is solved more often by weaker models than by stronger ones.</p>
        : (
          <>
            <p class="card-body quiet">Below zero, weaker models pass more often than stronger ones. Such a problem is suspicious: its tests may be wrong.</p>
            <Table caption="Problems with negative discrimination" rows={against} limit={15} keyOf={String}
              order={{ column: "correlation", down: false }}
              columns={[
                { name: "problem", title: "Problem", head: true, cell: (place) => <ProblemLink id={site.problems.ids[place]} /> },
                { name: "solved", title: "Pass rate", number: true, by: (place) => details.solved[place], cell: (place) => `${percent(details.solved[place], 0)} %` },
                { name: "correlation", title: "Correlation", number: true, by: of, cell: (place) => of(place).toFixed(2) },
              ]} />
          </>
        )}
    </Card>
  );
}

const signed = (value: number): string => (Math.abs(value) < 1e-9 ? "0" : `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`);
