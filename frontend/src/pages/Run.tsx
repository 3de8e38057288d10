import { Heading } from "../parts/Heading";
import type { View } from ".";

export function Run({ site }: View) {
  return <Heading title="Run" lead={site.title} />;
}
