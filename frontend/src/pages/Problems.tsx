import { Heading } from "../parts/Heading";
import type { View } from ".";

export function Problems({ site }: View) {
  return <Heading title="Problems" lead={site.title} />;
}
