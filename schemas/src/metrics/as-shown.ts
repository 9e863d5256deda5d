// A figure is graded, coloured and compared with a threshold as people see it: '2,00x' is never the colour of less than 2.
import type { MetricUnit } from '../figures/metrics.ts';

/** Digits after the comma with which each unit is written. */
export const SHOWN_DIGITS = { count: 0, money: 2, percent: 1, ratio: 2 } as const satisfies Readonly<
  Record<MetricUnit, number>
>;

/** As the screens round: Intl and `Math.round` differ at halves. */
const rounding = (digits: number) =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: digits, useGrouping: false });
const ROUNDINGS = {
  count: rounding(SHOWN_DIGITS.count),
  money: rounding(SHOWN_DIGITS.money),
  percent: rounding(SHOWN_DIGITS.percent),
  ratio: rounding(SHOWN_DIGITS.ratio),
};

/** The number that the text of a figure says. */
export const asShown = (unit: MetricUnit, value: number): number => Number(ROUNDINGS[unit].format(value));
