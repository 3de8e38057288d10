import { readable } from "../../format";
import type { Model } from "../../types";

/** A model's name with its letter, so that A and B are distinguishable without colour. */
export function Name({ side, model }: { side: "a" | "b"; model: Model }) {
  return <span class="side-name"><span class="side" data-side={side}>{side.toUpperCase()}</span> <bdi>{readable(model.name)}</bdi></span>;
}
