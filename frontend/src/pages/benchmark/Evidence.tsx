import { count, percent, plural, words } from "../../format";
import { Bars } from "../../parts/Bars";
import { Card } from "../../parts/Heading";
import { Empty } from "../../parts/Notice";
import { Table } from "../../parts/Table";
import { href } from "../../route";
import type { BenchmarkDetails, Problems } from "../../types";

/** Evidence about the problems, and their flags. */
export function Evidence({ problems, details }: { problems: Problems; details: BenchmarkDetails }) {
  const flags = Object.entries(details.flags).sort((one, other) => other[1] - one[1]);
  return (
    <Card title="Evidence" note="over all problems with recorded evidence">
      {details.evidence.length + flags.length === 0 && (
        <Empty>None recorded. <code>benchwright generate</code> records evidence; <code>benchwright check</code> tests existing problems.</Empty>
      )}
      {(details.evidence.length > 0 || flags.length > 0) && (
        <div class="card-body">
          {details.evidence.length > 0 && (
            <Bars label="Evidence" most={1} bars={details.evidence.map((row) => ({
              name: row.name, value: row.whole ? row.part / row.whole : 0,
              text: `${percent(row.whole ? row.part / row.whole : null)} % · ${count(row.part)} of ${count(row.whole)}, ${plural(row.problems, "problem")}`,
            }))} />
          )}
          {flags.length > 0 && (
            <>
              <h3>Flags</h3>
              <Bars label="Flags" most={problems.ids.length} bars={flags.map(([flag, number]) => ({ name: words(flag), value: number }))} />
            </>
          )}
        </div>
      )}
    </Card>
  );
}

/** Similar questions. */
export function Duplicates({ problems, details }: { problems: Problems; details: BenchmarkDetails }) {
  const pairs = details.duplicates;
  return (
    <Card title="Similar questions" note="within one language, by shared three-word sequences">
      {pairs.length === 0
        ? <Empty>No two questions are similar.</Empty>
        : (
          <Table caption="Pairs of problems with similar questions" rows={pairs} limit={20} keyOf={([one, other]) => `${one} ${other}`}
            order={{ column: "alike", down: true }}
            columns={[
              { name: "one", title: "Problem", head: true, cell: ([one]) => <ProblemLink id={problems.ids[one]} /> },
              { name: "other", title: "Similar to", cell: ([, other]) => <ProblemLink id={problems.ids[other]} /> },
              { name: "alike", title: "Similarity", number: true, by: ([, , much]) => much, cell: ([, , much]) => `${percent(much, 0)} %` },
            ]} />
        )}
    </Card>
  );
}

/** A link to a problem's page. */
export function ProblemLink({ id }: { id: string | undefined }) {
  return id === undefined ? null : <a href={href("problem", id)}><bdi>{id}</bdi></a>;
}
