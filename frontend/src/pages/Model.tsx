import { Heading } from "../parts/Heading";
import type { View } from ".";

export function Model({ site }: View) {
  return <Heading title="Model" lead={site.title} />;
}
