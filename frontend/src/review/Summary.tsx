import { useEffect, useState } from "preact/hooks";
import { percent, readable } from "../format";
import { Card, Facts, Heading } from "../parts/Heading";
import { Notice, Waiting } from "../parts/Notice";
import { href } from "../route";
import type { ReviewOverview, Spread } from "../types";
import { getOverview } from "./api";
import { RATINGS } from "./Rating";

/** A summary of all reviews, next to the published study. */
export function Summary() {
  const [found, setFound] = useState<ReviewOverview | string>();
  useEffect(() => { getOverview().then(setFound, (error: Error) => setFound(error.message)); }, []);
  if (typeof found === "string") return <main><Notice tone="bad">{found}</Notice></main>;
  if (!found) return <main><Waiting what="the summary" /></main>;
  const { summary } = found;
  const decisions = ["accepted", "rejected", "corrected"].map((name): [string, number] => [name, summary.decisions[name] ?? 0]);
  return (
    <main id="main" tabIndex={-1}>
      <Heading title="Summary" lead={`${found.job}, reviewed by ${summary.reviewers.join(", ") || "nobody yet"}`} />
      <Card title="Reviews">
        <Facts facts={[["problems", summary.problems], ["reviewed", summary.reviewed], ...decisions,
          ["tried", summary.tried], ["solved", summary.solved]]} />
      </Card>
      <div class="grid">
        <Card title="Compared with the published study" note={found.source}><Study found={found} /></Card>
        <Card title="Ratings" note="how often each value was given">
          <div class="card-body">
            {RATINGS.map(([name, title, low, high]) => (
              <Bars key={name} title={title} low={low} high={high} spread={summary[name]} />
            ))}
          </div>
        </Card>
      </div>
      <Named title="Corrected" names={summary.corrected} />
      <Named title="Rejected" names={summary.rejected} />
    </main>
  );
}

function Study({ found }: { found: ReviewOverview }) {
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Compared with the published study">
      <table>
        <thead><tr>
          <th scope="col">share, %</th><th scope="col" class="number">here</th><th scope="col" class="number">of</th>
          <th scope="col" class="number">published</th>
        </tr></thead>
        <tbody>
          {found.study.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td class="number">{percent(row.whole ? row.part / row.whole : null)}</td>
              <td class="number">{row.whole}</td>
              <td class="number">{row.published === null ? "–" : row.published.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Bars({ title, low, high, spread }: { title: string; low: string; high: string; spread: Spread }) {
  const most = Math.max(1, ...spread.counts);
  return (
    <section class="spread">
      <h3>{title} <small>1 {low} … 5 {high}; mean {spread.mean === null ? "–" : spread.mean.toFixed(2)}</small></h3>
      <ol>
        {spread.counts.map((count, index) => (
          <li key={index}>
            <span>{index + 1}</span><meter min={0} max={most} value={count} aria-label={`given ${index + 1}`} /><span>{count}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Named({ title, names }: { title: string; names: string[] }) {
  if (!names.length) return null;
  return (
    <Card title={title}>
      <ul class="card-body">{names.map((name) => <li key={name}><a href={href("problem", name)}>{readable(name)}</a></li>)}</ul>
    </Card>
  );
}
