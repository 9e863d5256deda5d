import type { InstantRange } from './tenant-day.ts';

/**
 * The parts of a range that `covered` does not cover, ascending. The covered ranges may have any order, overlap and exceed the
 * range.
 */
export function gapsOf({ fromMs, toMs }: InstantRange, covered: readonly InstantRange[]): InstantRange[] {
  const gaps: InstantRange[] = [];
  let openMs = fromMs;
  for (const one of covered.filter((part) => part.toMs > fromMs).sort((a, b) => a.fromMs - b.fromMs)) {
    if (one.fromMs > openMs) gaps.push({ fromMs: openMs, toMs: Math.min(one.fromMs, toMs) });
    openMs = Math.max(openMs, one.toMs);
  }
  if (openMs < toMs) gaps.push({ fromMs: openMs, toMs });
  return gaps.filter((gap) => gap.fromMs < gap.toMs);
}
