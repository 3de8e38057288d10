import { useData } from "../../data";
import { count, readable, words } from "../../format";
import { Card } from "../../parts/Heading";
import { Empty, Notice } from "../../parts/Notice";
import { Table, type Column } from "../../parts/Table";
import { Verdict } from "../../parts/Verdict";
import { href } from "../../route";
import type { Model, ModelDetails, Site, Titles } from "../../types";
import { Name } from "./Name";

interface Props {
  site: Site;
  a: Model;
  b: Model;
  common: number[];
  /** The site's filters, passed on to the problem. */
  query: Record<string, string>;
}

/** The problems that only one of the models solved, with both verdicts. */
export function Flips(props: Props) {
  const { a, b, common } = props;
  const first = useData<ModelDetails>(`models/${a.key}`);
  const second = useData<ModelDetails>(`models/${b.key}`);
  const { value: titles } = useData<Titles>("titles");
  const error = first.error || second.error;
  const details = { a: first.value, b: second.value };
  const onlyA = common.filter((place) => a.first[place] === 1 && b.first[place] === 0);
  const onlyB = common.filter((place) => b.first[place] === 1 && a.first[place] === 0);
  return (
    <>
      {error && <Notice tone="bad">Cannot load the verdicts: {error}</Notice>}
      <div class="grid flips">
        <Side {...props} side="a" places={onlyA} details={details} titles={titles} />
        <Side {...props} side="b" places={onlyB} details={details} titles={titles} />
      </div>
    </>
  );
}

interface SideProps extends Props {
  side: "a" | "b";
  places: number[];
  details: { a: ModelDetails | undefined; b: ModelDetails | undefined };
  titles: Titles | undefined;
}

function Side({ site, a, b, query, side, places, details, titles }: SideProps) {
  const winner = side === "a" ? a : b;
  const other = side === "a" ? b : a;
  const { ids, languages, language, difficulties, difficulty } = site.problems;
  const about = (place: number) => [languages[language[place] ?? -1], difficulties[difficulty[place] ?? -1]].filter(Boolean).join(" · ");
  const earned = (which: "a" | "b"): Column<number> => {
    const model = which === "a" ? a : b;
    return {
      name: which, title: <span class="side" data-side={which}>{which.toUpperCase()}</span>,
      by: (place) => verdictOf(details[which], place),
      cell: (place) => <Earned model={model} details={details[which]} place={place} />,
    };
  };
  const columns: Column<number>[] = [
    { name: "problem", title: "Problem", head: true, by: (place) => ids[place], cell: (place) => (
      <>
        <a href={href("problem", ids[place], { ...query, a: a.key, b: b.key })}><bdi>{readable(ids[place] ?? "")}</bdi></a>
        <small class="answer-about">{about(place)}{titles?.titles[place] && <> · <bdi>{readable(titles.titles[place]!)}</bdi></>}</small>
      </>) },
    earned("a"), earned("b"),
  ];
  return (
    <Card title={<>Only <Name side={side} model={winner} /> solved</>} note={`${count(places.length)}${a.turns > 1 || b.turns > 1 ? ", in the first turn" : ""}`}>
      {places.length === 0
        ? <Empty>{readable(other.name)} solved every problem that it solved.</Empty>
        : <Table caption={`Problems that only ${winner.name} solved`} class="answer-list" columns={columns} rows={places} keyOf={(place) => ids[place] ?? ""} limit={25} />}
    </Card>
  );
}

const verdictOf = (details: ModelDetails | undefined, place: number): string => details?.verdicts[details.verdict[place] ?? -1] ?? "";

/** The verdict of the first sample, and whether later turns fixed it or samples differ. */
function Earned({ model, details, place }: { model: Model; details: ModelDetails | undefined; place: number }) {
  if (!details) return <small>…</small>;
  const verdict = verdictOf(details, place);
  const failure = details.failures[details.failure[place] ?? -1] ?? "";
  const fixedLater = model.first[place] === 0 && verdict === "passed";
  const notes = [
    fixedLater ? "in a later turn" : failure && !verdict.startsWith(failure) ? words(failure) : "",
    model.samples > 1 ? `${model.passed[place]}/${model.scored[place]} samples` : "",
  ].filter(Boolean);
  return <><Verdict verdict={verdict || "unanswered"} />{notes.length > 0 && <small class="answer-about">{notes.join(", ")}</small>}</>;
}
