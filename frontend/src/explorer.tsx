// Entry point of the explorer: loads shared data, then shows the page that the URL names.

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { forgetOthers } from "./data";
import { useLive } from "./live";
import { PAGES } from "./pages";
import { Notice, Waiting } from "./parts/Notice";
import { Top } from "./parts/Top";
import { useRoute } from "./route";
import { useTitle } from "./title";
import type { Site } from "./types";

const SITE_MS = 10_000;

/** Whether the server's data is still changing. */
const changes = (site: Site) => site.live && site.runs.some((run) => run.state === "running");

function App() {
  const route = useRoute();
  const { value: site, error, lost } = useLive<Site>("site", SITE_MS, changes);
  const page = PAGES.find((each) => each.name === route.page);
  useTitle(site, route, page?.title ?? "Not found");
  useEffect(() => {
    if (site) document.body.dataset.ready = "yes";
  }, [site]);
  const before = useRef(site);
  useEffect(() => {
    // New results: pages opened from now on reload their data.
    if (before.current && before.current !== site) forgetOthers("site");
    before.current = site;
  }, [site]);
  useEffect(() => {
    scrollTo(0, 0);
  }, [route.page, route.argument]);
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>Skip to content</a>
      <Top route={route} site={site} />
      <main id="main" tabIndex={-1}>
        {site && lost && <Notice tone="warn">The server does not respond. Showing the last known data; retrying.</Notice>}
        {error ? <Notice tone="bad">Cannot load the data: {error}</Notice>
          : !site ? <Waiting what="the results" />
          : page ? <page.View key={`${route.page}/${route.argument}`} site={site} route={route} />
          : <Notice tone="warn">There is no page {route.page}. <a href="#/">Go to the leaderboard</a></Notice>}
      </main>
      {site && <Foot site={site} />}
    </>
  );
}

function Foot({ site }: { site: Site }) {
  return (
    <footer class="foot">
      {site.notes.map((note) => <p key={note}>{note}</p>)}
      <p>
        benchwright {site.version} · problems <code>{site.fingerprint.slice(0, 12)}</code>
        {site.live ? <> · live · <a href="../#all">all benchmarks</a></> : ` · created ${site.made.slice(0, 16).replace("T", " ")} UTC`} · <a href="assets/LICENCES.txt">licences</a>
      </p>
    </footer>
  );
}

/** The part of the URL after # names the page, so the link sets the focus itself. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

const place = document.getElementById("app");
if (place) render(<App />, place);
