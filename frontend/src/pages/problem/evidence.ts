// Highlights from evidence and lineage. Both are free-form, so every field is checked.

import { count, readable } from "../../format";
import type { ProblemDetails } from "../../types";

type Fact = [string, string];

export function summaryOf(problem: ProblemDetails): Fact[] {
  const { evidence, lineage } = problem;
  return [
    share("Mutants killed", at(evidence, "mutation"), "killed", "tried"),
    share("Lines covered", at(evidence, "coverage"), "covered", "lines"),
    share("Solved during generation", at(evidence, "solving"), "passed", "samples"),
    flags(evidence),
    text("Method", at(lineage, "method")),
    text("Models", models(lineage).join(", ")),
    text("Licence of the source", at(at(lineage, "seed"), "licence")),
    text("Translated from", at(lineage, "translated_from")),
    text("Packages", problem.libraries.join(", ")),
    text("Environment", problem.environment),
  ].filter((fact): fact is Fact => fact !== null);
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function share(title: string, value: unknown, part: string, whole: string): Fact | null {
  const [some, all] = [at(value, part), at(value, whole)];
  return typeof some === "number" && typeof all === "number" ? [title, `${count(some)} of ${count(all)}`] : null;
}

function text(title: string, value: unknown): Fact | null {
  return typeof value === "string" && value !== "" ? [title, readable(value).slice(0, 200)] : null;
}

function flags(evidence: unknown): Fact | null {
  const found = at(evidence, "flags");
  if (!Array.isArray(found)) return null;
  const names = found.map((flag) => readable(String(at(flag, "rule") ?? flag)));
  return ["Flags", names.length ? names.join(", ").slice(0, 200) : "none"];
}

/** Models that took part in making it. */
function models(lineage: unknown): string[] {
  const asked = at(lineage, "asked");
  if (typeof asked !== "object" || asked === null) return [];
  const names = Object.values(asked).flat().map((each) => at(each, "model"));
  return [...new Set(names.filter((name): name is string => typeof name === "string"))];
}
