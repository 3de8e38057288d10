import type { Selection } from "../../filters";
import { pValue } from "../../format";
import { href } from "../../route";
import { against, type Standing } from "./standings";

const LEVEL = 0.05;

interface Props {
  upper: Standing;
  lower: Standing | undefined;
  selection: Selection;
}

/** A sign between two ranked rows: whether the upper model solves significantly more than the lower one. */
export function Neighbours({ upper, lower, selection }: Props) {
  if (upper.rank === null || !lower || lower.rank === null) return null;
  const { onlyFirst, onlySecond, both, neither, p } = against(upper, lower, selection);
  const common = onlyFirst + onlySecond + both + neither;
  const clear = common > 0 && p < LEVEL;
  const sign = !clear ? "≈" : onlyFirst > onlySecond ? ">" : "<";
  const names = `${upper.model.name} and ${lower.model.name}`;
  const said = common === 0 ? `${names} have no problems in common`
    : `${names}: ${clear ? `the ${sign === ">" ? "upper" : "lower"} one solves more` : "no significant difference"}, ${pValue(p)}; `
      + `only the upper one solved ${onlyFirst}, only the lower one ${onlySecond} of ${common}`;
  return (
    <a class="neighbours" data-clear={clear ? "yes" : undefined} title={`${said}. Compare`}
      href={href("compare", "", { a: upper.model.key, b: lower.model.key, ...selection.query })}>
      <span aria-hidden="true"><b>{sign}</b> {common === 0 ? "nothing in common" : pValue(p)}</span>
      <span class="unseen">{said}. Compare</span>
    </a>
  );
}
