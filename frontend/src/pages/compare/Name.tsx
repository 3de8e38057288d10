import { readable } from "../../format";
import type { Model } from "../../types";

/** A model's name with its letter in its colour: A and B are told apart without colour too. */
export function Name({ side, model }: { side: "a" | "b"; model: Model }) {
  return <span class="side-name"><span class="side" data-side={side}>{side.toUpperCase()}</span> <bdi>{readable(model.name)}</bdi></span>;
}
