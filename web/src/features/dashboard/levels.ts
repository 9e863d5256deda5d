import { gradeRoas } from '@tracker/schemas/health/roas-rules';
import { asShown } from '@tracker/schemas/metrics/as-shown';
import type { PercentChange } from '@tracker/schemas/metrics/formulas';
import type { BadgeLook } from '../../ui/badge.tsx';

/** Specification §2.6: ROAS of 2 or more, of 1 or more, below 1. No spend is not a loss. */
export const roasLook = ({ roas, spend }: { readonly roas: number | null; readonly spend: number | null }): BadgeLook =>
  ROAS_LOOKS[(roas === null || spend === null ? null : gradeRoas({ roas, spend })) ?? 'paying'];
const ROAS_LOOKS = { good: 'default', paying: 'secondary', loss: 'destructive' } as const;

/** Specification §2.6: conversion rate of 5 % or more, of 2 % or more, below 2 %. */
export function conversionRateLook(percent: number): BadgeLook {
  const shown = asShown('percent', percent);
  if (shown >= 5) return 'good';
  return shown >= 2 ? 'warn' : 'gray';
}

/** Whether a rise is good news. Spending more is neither: what counts is what comes back. */
export type Meaning = 'more-is-better' | 'less-is-better' | 'neutral';

export function changeLook(change: PercentChange, meaning: Meaning): BadgeLook {
  const direction = directionOf(change);
  if (direction === 0 || meaning === 'neutral') return 'secondary';
  return direction > 0 === (meaning === 'more-is-better') ? 'good' : 'destructive';
}

/** Above 0: a rise; below: a fall; 0: neither. */
export const directionOf = (change: PercentChange): number => {
  if (change.kind === 'none') return 0;
  return change.kind === 'new' ? 1 : asShown('percent', change.percent);
};
