/** The names of pictures, for --plot and as files to download. `forest` is any picture of intervals, whatever
 * its own name. */
export const picture_names =
  ["roc", "pr", "gain", "lift", "ks", "thresholds", "reliability", "decision", "scores", "confusion",
    "forest", "estimates", "differences", "intervals", "classes", "gaps", "bound", "splits", "overview",
    "critical-difference", "learning", "complexity", "noise", "horizons", "tuning", "predicted", "residuals",
    "residual-histogram", "qq", "errors", "study", "importance", "ranks"] as const;
export type PictureName = (typeof picture_names)[number];
