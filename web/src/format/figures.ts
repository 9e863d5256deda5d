import { asShown, SHOWN_DIGITS } from '@tracker/schemas/metrics/as-shown';
import type { PercentChange } from '@tracker/schemas/metrics/formulas';

/** The one place that turns figures into text. Brazilian Portuguese everywhere; Intl puts U+00A0 after 'R$'. */
const LOCALE = 'pt-BR';
const withDigits = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });
/** '-R$ 0,00' is no loss. */
const SIGN = { signDisplay: 'negative' } as const;
const money = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'BRL', ...SIGN });
const ratio = new Intl.NumberFormat(LOCALE, { ...withDigits(SHOWN_DIGITS.ratio), ...SIGN });
const percent = new Intl.NumberFormat(LOCALE, { ...withDigits(SHOWN_DIGITS.percent), ...SIGN });
const signed = new Intl.NumberFormat(LOCALE, { ...withDigits(SHOWN_DIGITS.percent), signDisplay: 'exceptZero' });
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });

/** Shown where a figure cannot be: a CPA without conversions, an ROI without spend. */
export const NO_FIGURE = '–';

/** 1234.5 or '1234.50' → 'R$ 1.234,50'; null → '–'. */
export const formatMoney = (value: number | string | null): string =>
  value === null ? NO_FIGURE : money.format(Number(value));

/** A profit that is shown below zero. */
export const isLoss = (profit: number | null | undefined): boolean => asShown('money', profit ?? 0) < 0;

/** 2.5 → '2,50x'. */
export const formatRatio = (value: number | null): string => (value === null ? NO_FIGURE : `${ratio.format(value)}x`);

/** A percentage that is already times 100: 3.4 → '3,4%'; null → '–'. */
export const formatPercent = (value: number | null): string =>
  value === null ? NO_FIGURE : `${percent.format(value)}%`;

/** A rate of clicks: without clicks there is none, and '0,0%' would say that they did not buy. */
export const formatRate = (rate: number | null, clicks: number | null): string =>
  formatPercent(clicks === 0 ? null : rate);

/** 12345 → '12.345'; null → '–'. */
export const formatCount = (value: number | null): string => (value === null ? NO_FIGURE : whole.format(value));

/** '1 conversão', '12 conversões'. */
export const formatCounted = (value: number, singular: string, plural: string): string =>
  `${formatCount(value)} ${value === 1 ? singular : plural}`;

/** '+12,3%', '-4,0%', 'Novo'; undefined when there is nothing to say. */
export function formatPercentChange(change: PercentChange): string | undefined {
  if (change.kind === 'none') return undefined;
  return change.kind === 'new' ? 'Novo' : `${signed.format(change.percent)}%`;
}
