// The pages, in navigation order.

import type { ComponentType } from "preact";
import type { Route } from "../route";
import type { Site } from "../types";
import { Benchmark } from "./Benchmark";
import { Compare } from "./Compare";
import { Leaderboard } from "./Leaderboard";
import { Model } from "./Model";
import { Problem } from "./Problem";
import { Problems } from "./Problems";
import { Run } from "./Run";
import { Runs } from "./Runs";

export interface View {
  site: Site;
  route: Route;
}

export interface Page {
  /** Name in the URL. */
  name: string;
  title: string;
  /** The navigation entry that it belongs to. */
  under: string;
  View: ComponentType<View>;
}

export const PAGES: Page[] = [
  { name: "leaderboard", title: "Leaderboard", under: "leaderboard", View: Leaderboard },
  { name: "model", title: "Model", under: "leaderboard", View: Model },
  { name: "compare", title: "Compare", under: "compare", View: Compare },
  { name: "problems", title: "Problems", under: "problems", View: Problems },
  { name: "problem", title: "Problem", under: "problems", View: Problem },
  { name: "benchmark", title: "Benchmark", under: "benchmark", View: Benchmark },
  { name: "runs", title: "Runs", under: "runs", View: Runs },
  { name: "run", title: "Run", under: "runs", View: Run },
];
