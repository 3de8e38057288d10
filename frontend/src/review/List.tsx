import { useEffect, useRef, useState } from "preact/hooks";
import { readable } from "../format";
import { href } from "../route";
import type { ReviewItem, ReviewList } from "../types";

const SIGNS: Record<string, string> = { accepted: "✓", rejected: "✗", corrected: "✎", open: "○" };
const TONES: Record<string, string> = { accepted: "good", rejected: "bad", corrected: "warn", open: "none" };
const SHOWS = ["all", "open", "accepted", "rejected", "corrected"] as const;

export function Decided({ decision }: { decision: string }) {
  return (
    <span class="decided" data-tone={TONES[decision]} title={decision}>
      <span aria-hidden="true">{SIGNS[decision]}</span><span class="unseen">{decision}</span>
    </span>
  );
}

/** All problems with their decisions, and a filter by words or by decision. */
export function List({ list, current }: { list: ReviewList; current: string }) {
  const [text, setText] = useState("");
  const [show, setShow] = useState<string>("all");
  const shown = list.items.filter((item) => (show === "all" || item.decision === show) && matches(item, text));
  return (
    <nav class="review-list card" aria-label="Problems">
      <div class="review-filter">
        <input type="search" aria-label="Filter by words" placeholder="Filter" value={text}
          onInput={(event) => setText(event.currentTarget.value)} />
        <select aria-label="Filter by decision" value={show} onChange={(event) => setShow(event.currentTarget.value)}>
          {SHOWS.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </div>
      <ol>
        {shown.map((item) => <Entry key={item.id} item={item} current={item.id === current} />)}
      </ol>
      {shown.length === 0 && <p class="empty">No problem matches. Clear the filter to see all.</p>}
    </nav>
  );
}

function Entry({ item, current }: { item: ReviewItem; current: boolean }) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => { if (current) place.current?.scrollIntoView({ block: "nearest" }); }, [current]);
  return (
    <li ref={place}>
      <a href={href("problem", item.id)} aria-current={current ? "page" : undefined}>
        <Decided decision={item.decision} />
        <span class="review-title">{readable(item.title || item.id)}</span>
        <small title={readable(item.id)}>
          {item.number + 1} · {item.language}{item.solved ? " · solved" : ""} · {readable(item.id.split("/").at(-1) ?? "")}
        </small>
      </a>
    </li>
  );
}

function matches(item: ReviewItem, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = `${item.number + 1} ${item.id} ${item.language} ${item.title}`.toLowerCase();
  return words.every((word) => all.includes(word));
}
