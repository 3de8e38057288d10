// Entry point of the review page: the list, one problem or the summary, and the save status.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Notice, Waiting } from "./parts/Notice";
import { ThemeSwitch } from "./parts/ThemeSwitch";
import { getList, Refused, takeToken } from "./review/api";
import { List } from "./review/List";
import { useSaving } from "./review/saving";
import { Shortcuts, useShortcuts } from "./review/Shortcuts";
import { Summary } from "./review/Summary";
import { Workspace } from "./review/Workspace";
import { href, useRoute } from "./route";
import type { Review, ReviewList } from "./types";

function App() {
  const route = useRoute();
  const [list, setList] = useState<ReviewList | Error>();
  const [help, setHelp] = useState(false);
  useEffect(() => { getList().then(setList, setList); }, []);
  const items = list && !(list instanceof Error) ? list.items : [];
  const chosen = items.find((item) => item.id === route.argument);
  const current = chosen ?? items.find((item) => item.decision === "open") ?? items[0];
  const go = (step: number) => open(items[Math.min(Math.max((current?.number ?? 0) + step, 0), items.length - 1)]?.id);
  useShortcuts({
    j: () => go(1), k: () => go(-1), "?": () => setHelp(true),
    n: () => open((items.slice((current?.number ?? 0) + 1).find(isOpen) ?? items.find(isOpen))?.id),
  });
  useEffect(() => {
    document.title = route.page === "summary" ? "Summary · review" : `${current?.id ?? "Review"} · review`;
    if (list) document.body.dataset.ready = "yes";
  }, [route.page, current?.id, list]);
  // Put the problem into the URL, so that it stays when a decision changes which one is the first open one.
  useEffect(() => { if (current && !chosen && route.page !== "summary") open(current.id); }, [current?.id, route.page]);
  const heard = (review: Review) => setList((now) => (now && !(now instanceof Error) ? withReview(now, review) : now));
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>Skip to problem</a>
      <Bar list={list instanceof Error ? undefined : list} summary={route.page === "summary"} onHelp={() => setHelp(true)} />
      <Shortcuts open={help} onClose={() => setHelp(false)} />
      {list instanceof Error ? <main><Lost error={list} /></main>
        : !list ? <main><Waiting what="the problems" /></main>
        : route.page === "summary" ? <Summary />
        : <main id="main" class="review" tabIndex={-1}>
            <details class="review-index" open={matchMedia("(min-width: 900px)").matches}>
              <summary>Problems <small>{current ? `${current.number + 1} of ${items.length}` : ""}</small></summary>
              <List list={list} current={current?.id ?? ""} />
            </details>
            {current && <Workspace key={current.id} id={current.id} onReview={heard} />}
          </main>}
    </>
  );
}

function Bar({ list, summary, onHelp }: { list: ReviewList | undefined; summary: boolean; onHelp: () => void }) {
  const decided = list?.items.filter((item) => item.decision !== "open").length ?? 0;
  return (
    <header class="top">
      <a class="brand" href={href("problem")}>
        <img src="/assets/icon.svg" alt="" width="26" height="26" /><span>Review</span>
      </a>
      <nav aria-label="Pages">
        <a href={href("problem")} aria-current={summary ? undefined : "page"}>Problems</a>
        <a href={href("summary")} aria-current={summary ? "page" : undefined}>Summary</a>
      </nav>
      {list && (
        <div class="review-progress">
          <progress max={list.items.length} value={decided} aria-label="Problems with a decision" />
          <small>{decided} of {list.items.length} decided · {list.reviewer}</small>
        </div>
      )}
      <Saved />
      <button type="button" class="keys" onClick={onHelp} aria-keyshortcuts="?">Shortcuts <kbd>?</kbd></button>
      <ThemeSwitch />
    </header>
  );
}

function Saved() {
  const [state, again] = useSaving();
  const word = { saved: "✓ saved", saving: "… saving", unsaved: "! not saved" }[state.word];
  return (
    <span class="saved" role="status" data-tone={state.word === "unsaved" ? "bad" : "none"} title={state.why}>
      {word}
      {state.word === "unsaved" && <button type="button" class="link" onClick={again}>retry</button>}
    </span>
  );
}

function Lost({ error }: { error: Error }) {
  const stranger = error instanceof Refused && error.status === 401;
  return (
    <Notice tone="bad">
      {stranger ? "Open this page with the full URL that benchwright review printed when it started." : error.message}
    </Notice>
  );
}

const isOpen = (item: { decision: string }) => item.decision === "open";

function open(id: string | undefined): void {
  if (id !== undefined) location.hash = href("problem", id);
}

function withReview(list: ReviewList, review: Review): ReviewList {
  const solved = review.attempts.some((attempt) => attempt.verdict === "passed");
  const items = list.items.map((item) => (item.id === review.problem ? { ...item, decision: review.decision, solved } : item));
  return { ...list, items };
}

/** The part of the URL after # names the page, so the link sets the focus itself. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

takeToken();
const place = document.getElementById("app");
if (place) render(<App />, place);
