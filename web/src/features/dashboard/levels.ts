import { gradeRoas } from '@tracker/schemas/health/roas-rules';
import type { PercentChange } from '@tracker/schemas/metrics/formulas';
import type { BadgeLook } from '../../ui/badge.tsx';

/** Specification §2.6: ROAS of 2 or more, of 1 or more, below 1. No spend is not a loss. */
export const roasLook = (figures: Parameters<typeof gradeRoas>[0]): BadgeLook =>
  ROAS_LOOKS[gradeRoas(figures) ?? 'paying'];
const ROAS_LOOKS = { good: 'default', paying: 'secondary', loss: 'destructive' } as const;

/** Specification §2.6: conversion rate of 5 % or more, of 2 % or more, below 2 %. */
export function conversionRateLook(percent: number): BadgeLook {
  if (percent >= 5) return 'good';
  return percent >= 2 ? 'warn' : 'gray';
}

/** Whether a rise is good news. Spending more is neither: what counts is what comes back. */
export type Meaning = 'more-is-better' | 'less-is-better' | 'neutral';

export function changeLook(change: PercentChange, meaning: Meaning): BadgeLook {
  if (change.kind === 'none' || meaning === 'neutral') return 'secondary';
  const percent = change.kind === 'new' ? 1 : change.percent;
  if (Math.abs(percent) < 0.05) return 'secondary';
  return percent > 0 === (meaning === 'more-is-better') ? 'good' : 'destructive';
}
