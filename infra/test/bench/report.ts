/** A phone's user agent: those of curl and Node count as bots. */
export const PHONE = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.39 Mobile Safari/537.36',
};

export const verdict = (good: boolean): string => (good ? 'reached' : 'MISSED');

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1));
}

/** Of an even number the lower one of the two in the middle. One disturbed round changes it less than a mean or a best one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
}

/** A figure with its mark; without `max` and `min` it is only reported. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** '' for a ratio. */
  readonly unit: string;
  readonly max?: number;
  readonly min?: number;
}

export const isMissed = ({ value, max, min }: Figure): boolean =>
  (max !== undefined && !(value <= max)) || (min !== undefined && !(value >= min));

export function markOf(figure: Figure): string {
  const bound = figure.max === undefined ? figure.min : figure.max;
  return bound === undefined ? '' : `${figure.max === undefined ? 'at least' : 'at most'} ${bound}`;
}

/** How a benchmark ends that ran to its end and missed a mark. An error ends it with 1. */
export const MARKS_MISSED = 3;

/** Hands the figure to `npx -y pnpm@12 bench`, which prints the table of all; a mark that is missed makes the benchmark fail. */
export function report(figure: Figure): void {
  if (isMissed(figure)) process.exitCode = MARKS_MISSED;
  process.send?.(figure);
}
