// URLs. Every choice is in the URL after #, so that a link shares it:
// #/problem/some-id?language=go,rust&turn=2

import { useLayoutEffect, useState } from "preact/hooks";

export interface Route {
  page: string;
  argument: string;
  query: Record<string, string>;
}

const START = "leaderboard";

export function parse(hash: string): Route {
  const [path = "", search = ""] = split(hash.replace(/^#\/?/, ""), "?");
  const [page, argument] = split(path, "/");
  const query = Object.fromEntries(new URLSearchParams(search));
  return { page: page || START, argument: decode(argument), query };
}

function split(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place + at.length)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The URL of a page; empty values are omitted. */
export function href(page: string, argument = "", query: Record<string, string> = {}): string {
  const kept = Object.entries(query).filter(([, value]) => value !== "");
  // Keep commas readable: names in lists are encoded separately.
  const search = new URLSearchParams(kept).toString().replaceAll("%2C", ",");
  const path = argument ? `${page}/${encodeURIComponent(argument)}` : page;
  return `#/${path}${search ? `?${search}` : ""}`;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parse(location.hash));
  useLayoutEffect(() => {
    const follow = () => setRoute(parse(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

/** Changes choices on this page; going back leaves the page instead of undoing the choice. */
export function choose(changes: Record<string, string>): void {
  const route = parse(location.hash);
  history.replaceState(null, "", href(route.page, route.argument, { ...route.query, ...changes }));
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Parses a list in a query; names are encoded, so that they may contain commas. */
export function listOf(text: string | undefined): string[] {
  return text ? text.split(",").map(decode) : [];
}

export function listText(names: Iterable<string>): string {
  return [...names].map((name) => name.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
}
