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

/** What the models' answers say of the problems: how hard they are, and whether they tell models apart. */
export function Items({ site, details, chosen }: Props) {
  const answered = useMemo(() => chosen.filter((place) => (details.solved[place] ?? -1) >= 0), [details, chosen]);
  const solved = useMemo(() => evenly(answered.map((place) => details.solved[place] ?? 0), 0, 1, GROUPS), [details, answered]);
  if (site.models.length === 0) {
    return (
      <Card title="Difficulty for models" wide>
        <Empty>No model was evaluated. <code>benchwright evaluate</code> makes a job; name it to <code>benchwright report</code> beside this one.</Empty>
      </Card>
    );
  }
  const nobody = answered.filter((place) => details.solved[place] === 0);
  const everybody = answered.filter((place) => details.solved[place] === 1);
  return (
    <>
      <Card title="Difficulty for models" note={`mean pass rate of ${plural(site.models.length, "model")}, of each problem`}>
        <Histogram title="Share of answers that pass" ranges={solved} unit="% of answers" write={(value) => percent(value, 0)} />
        <div class="card-body">
          <Listed title="Solved by nobody" places={nobody} of={answered.length} problems={site.problems}
            note="Too hard, or wrong: worth a look." />
          <Listed title="Solved by everybody" places={everybody} of={answered.length} problems={site.problems}
            note="They tell no models apart." />
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
      <p class="quiet">{places.length > 0 ? note : "There is none."}</p>
      <ul class="names">{places.map((place) => <li key={place}><ProblemLink id={problems.ids[place]} /></li>)}</ul>
    </details>
  );
}

function Discrimination({ site, details, chosen }: Props) {
  const known = chosen.filter((place) => details.correlation[place] != null);
  const of = (place: number) => details.correlation[place] ?? 0;
  const ranges = useMemo(() => evenly(known.map(of), -1, 1, 20), [details, chosen]);
  const against = known.filter((place) => of(place) < 0);
  const lead = "correlation of passing it with passing the others";
  if (known.length === 0) {
    const why = site.models.length < FEW
      ? `It needs ${FEW} models and more; there ${site.models.length === 1 ? "is 1" : `are ${site.models.length}`}.`
      : "All models did equally on each problem.";
    return <Card title="Discrimination" note={lead}><Empty>Nothing can be said. {why}</Empty></Card>;
  }
  return (
    <Card title="Discrimination" note={lead}>
      <Histogram title="How well problems tell models apart" ranges={ranges} unit="correlation" write={signed} warnBelow={0}
        note={`known of ${count(known.length)} of ${count(chosen.length)}`} />
      {against.length === 0
        ? <p class="card-body quiet">No problem is solved by the weaker models rather than by the stronger.</p>
        : (
          <>
            <p class="card-body quiet">Below zero, weaker models pass rather than stronger ones. Such a problem is suspicious: its tests may be wrong.</p>
            <Table caption="Problems with negative discrimination" rows={against} limit={15} keyOf={String}
              order={{ column: "correlation", down: false }}
              columns={[
                { name: "problem", title: "Problem", head: true, cell: (place) => <ProblemLink id={site.problems.ids[place]} /> },
                { name: "solved", title: "Passes", number: true, by: (place) => details.solved[place], cell: (place) => `${percent(details.solved[place], 0)} %` },
                { name: "correlation", title: "Correlation", number: true, by: of, cell: (place) => of(place).toFixed(2) },
              ]} />
          </>
        )}
    </Card>
  );
}

const signed = (value: number): string => (Math.abs(value) < 1e-9 ? "0" : `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`);
