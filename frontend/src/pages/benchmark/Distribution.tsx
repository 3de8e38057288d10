import { useMemo } from "preact/hooks";
import { namesOf, placesOf, type Kind, type Selection } from "../../filters";
import { percent } from "../../format";
import { Bars, type Bar } from "../../parts/Bars";
import { Columns } from "../../parts/Columns";
import { Card } from "../../parts/Heading";
import { href, listText } from "../../route";
import type { BenchmarkDetails, Problems } from "../../types";
import { Histogram } from "./Histogram";
import { ranges } from "./ranges";

interface Props {
  problems: Problems;
  details: BenchmarkDetails;
  selection: Selection;
}

/** Kinds of problems, and their length. */
export function Distribution({ problems, details, selection }: Props) {
  const { chosen } = selection;
  const [lines, words, tests] = useMemo(() => [details.lines, details.question_words, details.tests].map(
    (values) => ranges(chosen.map((place) => values[place] ?? -1).filter((value) => value >= 0)),
  ), [details, chosen]);
  return (
    <Columns>
      <KindBars title="Languages" kind="language" problems={problems} selection={selection} />
      <KindBars title="Difficulty" kind="difficulty" problems={problems} selection={selection} />
      <KindBars title="Tags" kind="tag" problems={problems} selection={selection} />
      <section class="card"><Histogram title="Length of the reference" ranges={lines ?? []} unit="lines" /></section>
      <section class="card"><Histogram title="Length of the question" ranges={words ?? []} unit="words" /></section>
      <section class="card"><Histogram title="Length of the tests" note="lines, or number of cases" ranges={tests ?? []} unit="lines" /></section>
    </Columns>
  );
}

function KindBars({ title, kind, problems, selection }: { title: string; kind: Kind; problems: Problems; selection: Selection }) {
  const bars = useMemo(() => barsOf(problems, kind, selection), [problems, kind, selection]);
  if (bars.length === 0) return null;
  const note = kind === "tag" ? "problems may have several" : undefined;
  return <Card title={title} note={note}><div class="card-body"><Bars label={title} bars={bars} /></div></Card>;
}

function barsOf(problems: Problems, kind: Kind, { chosen, query }: Selection): Bar[] {
  const names = namesOf(problems, kind);
  const counts = new Array<number>(names.length).fill(0);
  for (const problem of chosen) {
    for (const place of placesOf(problems, kind, problem)) if (place >= 0) counts[place]! += 1;
  }
  const bars = names.map((name, place): Bar => ({
    name, value: counts[place] ?? 0,
    text: `${counts[place] ?? 0} · ${percent((counts[place] ?? 0) / Math.max(1, chosen.length), 0)} %`,
    href: href("problems", "", { ...query, [kind]: listText([name]) }),
  })).filter((bar) => bar.value > 0);
  // Difficulties and lengths have a natural order.
  return kind === "language" || kind === "tag" ? bars.sort((one, other) => other.value - one.value) : bars;
}
