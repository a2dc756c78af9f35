// The names of pictures, for --plot and as files to download, by the commands whose pages have them.

const of_curves = ["roc", "pr", "gain", "lift", "ks", "thresholds", "reliability", "decision", "scores",
  "confusion", "predicted", "residuals", "residual-histogram", "qq"] as const;

/** `forest` is any picture of intervals, whatever its own name. A page of `bound` from a store has
 * estimates. */
export const pictures_of = {
  estimate: ["forest", "requirements", "estimates", "differences", "posterior", "splits", "horizons",
    ...of_curves, "errors"],
  score: ["forest", "requirements", "intervals", ...of_curves, "classes", "gaps"],
  compare: ["forest", "requirements", "estimates", "ranks", "critical-difference", "differences",
    "posterior", "power", ...of_curves, "overview"],
  curve: ["learning", "complexity", "noise"],
  tune: ["tuning", "overview"],
  importance: ["forest", "importance"],
  bound: ["forest", "bound", "estimates", "splits"],
  run: ["overview", "forest", "estimates", "splits"],
  study: ["forest", "study"],
} as const;
export type PictureName = (typeof pictures_of)[keyof typeof pictures_of][number];
