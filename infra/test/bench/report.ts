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
