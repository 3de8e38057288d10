// The tab's title, with the most specific part first, because tabs are narrow.

import { useEffect } from "preact/hooks";
import { useData } from "./data";
import { readable } from "./format";
import { pairOf } from "./pages/compare/pair";
import type { Route } from "./route";
import type { Site, Titles } from "./types";

const LONGEST = 160;

/** Sets the title to what the URL shows; `usual` is the name of the page. */
export function useTitle(site: Site | undefined, route: Route, usual: string): void {
  const { value } = useData<Titles>(site && route.page === "problem" ? "titles" : null);
  const text = site ? (ownName(site, route, value?.titles ?? []) || `${usual} · ${site.title}`) : "benchwright";
  useEffect(() => {
    document.title = readable(text).slice(0, LONGEST);
  }, [text]);
}

/** Empty if the page does not show a single item, or the item does not exist. */
function ownName(site: Site, { page, argument, query }: Route, titles: string[]): string {
  if (page === "problem") {
    const place = site.problems.ids.indexOf(argument);
    return place < 0 ? "" : [argument, titles[place]].filter(Boolean).join(" · ");
  }
  if (page === "model") return site.models.find((each) => each.key === argument)?.name ?? "";
  if (page === "run") return site.runs.find((each) => each.key === argument)?.name ?? "";
  const pair = page === "compare" ? pairOf(site.models, query) : null;
  return pair ? `${pair.a.name} and ${pair.b.name}` : "";
}
