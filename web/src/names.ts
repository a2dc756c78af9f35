/** What pictures can be called: by --plot, and as the files that the page hands out. `forest` is each picture of intervals, whatever its own name. */
export const picture_names = ["roc", "pr", "lift", "reliability", "decision", "scores", "confusion", "forest", "estimates", "differences", "intervals", "classes", "gaps", "bound",
  "splits", "overview", "critical-difference", "learning", "complexity", "noise", "horizons", "tuning", "predicted", "residuals"] as const;
export type PictureName = (typeof picture_names)[number];
