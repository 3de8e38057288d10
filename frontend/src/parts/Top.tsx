import { KINDS } from "../filters";
import { PAGES } from "../pages";
import { href, type Route } from "../route";
import type { Site } from "../types";
import { ThemeSwitch } from "./ThemeSwitch";

const ENTRIES = ["leaderboard", "compare", "problems", "benchmark", "runs"];

/** The navigation bar. Links keep the filters. */
export function Top({ route, site }: { route: Route; site: Site | undefined }) {
  const under = PAGES.find((page) => page.name === route.page)?.under;
  const filters = Object.fromEntries(KINDS.map((kind) => [kind, route.query[kind] ?? ""]));
  return (
    <header class="top">
      <a class="brand" href={href("leaderboard", "", filters)}>
        <img src="assets/icon.svg" alt="" width="26" height="26" /><span>{site?.title ?? "benchwright"}</span>
      </a>
      <nav aria-label="Pages">
        {PAGES.filter((page) => ENTRIES.includes(page.name)).map((page) => (
          <a key={page.name} href={href(page.name, "", filters)} aria-current={page.name === under ? "page" : undefined}>
            {page.title}
          </a>
        ))}
      </nav>
      <ThemeSwitch />
    </header>
  );
}
