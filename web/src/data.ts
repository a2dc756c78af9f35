// The data of the page: the JSON answers of `unseen`, unchanged, and the explanations of their terms.

export interface Warning { code: string; text: string }

export interface Interval {
  lower: number; upper: number; level: number; method: string; target: string; also_target?: string;
  guarantee: string; assumptions: string[];
}

export interface Baseline { name: string; learner?: string | null; value: number | null }

export interface Figure {
  value: number | null; baseline?: Baseline; interval: Interval | null; target: string; reason?: string;
  gap?: Gap;
  training_rows?: number; aggregation?: string;
}

export interface Gap { value: number | null; interval: Interval | null; p_value_adjusted: number | null;
  reason?: string }

export interface Bound { kind: string; upper: number | null; lower: number | null; delta: number;
  target: string; guarantee: string; assumptions: string[] }

export interface Estimate {
  learner: string; learner_name: string; estimator: string; measure: string; value: number | null;
  target: string;
  baseline?: Baseline; training_rows: number | null; aggregation: string;
  standard_deviation: number | null; fits: number;
  failures: number;
  repeat_spread?: { repeats: number; standard_deviation: number; least: number; most: number };
  training?: { value: number | null };
  /** Of a learner that chooses: its choices with the number of fits, and the mean figure that chose them. */
  chosen?: Record<string, number>; flat?: number | null; flat_measure?: string;
  interval: Interval | null; simultaneous?: Interval; reason?: string; bound: Bound | null;
  per_split?: (number | null)[]; warnings: Warning[];
  [key: string]: unknown;
}

/** `class` is absent for numbers; `model` names one of several. */
export interface CurveSeries { class: string; model?: string; values: Record<string, (number | null)[]> }
/** `average`: micro or macro over classes, or folds with the curve of each and limits. */
export interface CurveAverage { average: string; class?: string; curves: number;
  values: CurveSeries["values"]; folds?: { fold: string; values: CurveSeries["values"] }[] }
/** `measure`: the measure that sums the curve up. */
export interface CurveData { name: string; measure?: string; columns: string[]; series?: CurveSeries[];
  averages?: CurveAverage[] }

export interface LearningPoint { training_rows: number; value: number | null; lower: number | null;
  upper: number | null; training?: number | null; complexity?: Record<string,
  { mean: number; standard_deviation: number }> }
export interface LearningCurve {
  learner: string; learner_name: string; measure: string; points: LearningPoint[];
  law: { floor: number; factor: number; exponent: number } | null;
  forecast: { points: { rows: number; value: number | null; lower: number; upper: number }[] } | null;
  warnings?: Warning[];
}

export interface NoisePoint { share: number; value: number | null; lower: number | null;
  upper: number | null }
/** The place where two curves cross; a limit that is null lies beyond the sizes. */
export interface Crossing { training_rows: number; lower: number | null; upper: number | null }
/** Two learners, and the places of a curve at which one is significantly better than the other. */
export interface CurvePair { a: string; b: string; measure: string; a_better: number[]; b_better: number[];
  crossings?: Crossing[] }
export interface NoiseCurve { learner: string; learner_name: string; measure: string; points: NoisePoint[] }

/** What the repeats of items say. */
export interface Repeated { rows: number; between: number; within: number; standard_error: number | null;
  error_of_one_repeat: number | null; error_of_ten_repeats: number | null;
  error_of_twice_the_items: number | null; these_items: Interval | null; runs?: number;
  runs_p_value?: number | null }

/** What a judge adds to few human values. */
export interface Judged { items: number; about: string; labelled_by: string;
  labels_alone: { value: number; interval: Interval }; help: number | null; effective_labels: number | null;
  p_random_labels: number | null; wanted_width: number; labels_for_width: number | null;
  width_if_all_labelled: number | null;
  strata: { judge: string; items: number; labelled: number; mean: number | null }[] }

export interface Scores {
  rows: number; task: string; scale?: { better: string }; folds?: number; repeats?: number;
  positive: string | null; repeated?: Repeated; judged?: Judged;
  prevalence: number | null; measures: Record<string, Figure>;
  confusion: { labels: string[]; matrix: number[][] } | null; warnings: Warning[];
  threshold?: { rule: string; on_all_rows: number; lowest: number; highest: number; dealt: boolean };
}

export interface Comparison {
  test: string; a: string | null; b: string | null; estimator?: string; measure?: string;
  p_value: number | null; p_value_one_sided: number | null;
  p_value_adjusted: number | null; difference: number | null; interval: Interval | null; reason?: string;
  primary: boolean; decides?: boolean; holm_level?: number;
  left?: number; rope?: number; right?: number; rope_width?: number; warnings: Warning[];
  [key: string]: unknown;
}

/** The one-sided limit is one of `at_least` and `at_most`. */
export interface Requirement {
  text: string; state: string; measure: string; value: number | null; bound: number;
  at_least?: number | null; at_most?: number | null; level: number; look?: { number: number; of: number };
  log_e?: number | null; decides_half?: number | null; decides_most?: number | null;
}

/** `line`: the sentences of a further verdict with an answer, by another measure or estimator. `together`:
 * the level at which the intervals hold for all models together. */
export interface Verdict {
  asks: string; leaders: string[]; measure: string | null; estimator: string | null; value: number | null;
  together?: number; ranked_level?: number;
  relations: { test: string | null }[]; requirements?: Requirement[];
  sentences: string[]; further: (Verdict & { line?: string })[]; limits: string[];
}

export interface Term { kind: string; name: string; texts: { what: string; text: string }[] }

export type Answer = { command: string; schema: number; version: string; verdict?: Verdict;
  warnings?: Warning[] } & Record<string, any>;

export interface Result { source: string; command_line: string; answer: Answer }

export interface Page { version: string; results: Result[]; terms: Term[] }

/** The results of this page. Whole numbers that a double cannot hold, such as seeds, become text. */
export function pageData(): Page {
  const text = document.getElementById("results")?.textContent ?? "";
  return JSON.parse(text.replace(/("(?:seed|draw)": ?)(\d{16,})/g, '$1"$2"')) as Page;
}
