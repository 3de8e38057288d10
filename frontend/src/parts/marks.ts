// What charts are drawn with: only these parts of Observable Plot go into the page.

export {
  areaY, axisX, axisY, barX, barY, dot, gridX, gridY, line, link, plot, rectY, ruleX, ruleY, stackX, text,
} from "@observablehq/plot";
export type { PlotOptions } from "@observablehq/plot";
