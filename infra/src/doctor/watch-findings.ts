// The findings of `ops doctor` for Prometheus.
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { beforeScrape, metrics } from '../telemetry/metrics.ts';
import { type FactSources, readFacts } from './read-facts.ts';
import { CHECKS, type Finding, findingsOf, LEVELS } from './rules.ts';

/** Some twenty small statements, which no alert needs more often. */
const EVERY_MS = 5 * MINUTE_MS;

/** Looks when it is scraped, and shows the last answer in between. Gives the way to end it. */
export function watchFindings(sources: FactSources): () => void {
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async () => {
    if (performance.now() - askedAt < EVERY_MS) return;
    askedAt = performance.now();
    // Shown when they are there: a scrape does not wait for a store that is away.
    void readFacts(sources).then((facts) => show(findingsOf(facts)));
  };
  return beforeScrape(ask, () => undefined);
}

/** A finding that is mended is 0, not gone: the alert on it ends at once. */
function show(findings: readonly Finding[]): void {
  for (const check of CHECKS) {
    for (const level of LEVELS) {
      const count = findings.filter((one) => one.check === check && one.level === level).length;
      metrics.doctorFindings.set({ check, level }, count);
    }
  }
}
