import type { ScenarioResult } from './run-scenario.ts';

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, one) => total + one, 0);

/** Requests; those without an answer, or with one that asks to come again, are sent again. */
export const sentOf = ({ account }: ScenarioResult): number =>
  account.acknowledged + account.refusals + sum(account.lostAnswers);

const wrongOf = ({ wrongConversions, revenueCents, expectedRevenueCents }: ScenarioResult): number =>
  wrongConversions.length + Number(revenueCents !== expectedRevenueCents);

/** Nothing lost, twice or wrong, and each answer as the scenario allows it. */
export const isGood = (result: ScenarioResult): boolean =>
  result.lost === 0 &&
  result.countedTwice === 0 &&
  wrongOf(result) === 0 &&
  result.account.surprises.length === 0 &&
  result.leaks.length === 0 &&
  (!result.answersAll || sentOf(result) === result.account.acknowledged);

const HEAD = ['what happened under load', 'sent', '2xx', 'lost', 'twice', 'wrong cents', 'p50 / p99 / max ms'];

/** A Markdown table. */
export function tableOf(results: readonly ScenarioResult[]): string[] {
  const rows = results.map((result) => {
    const { p50, p99, max } = result.latencies;
    const count = (number: number) => number.toLocaleString('en');
    return [
      `${isGood(result) ? '' : '✗ '}${result.title} (${result.perSecond}/s)`,
      count(sentOf(result)),
      count(result.account.acknowledged),
      result.lost,
      result.countedTwice,
      wrongOf(result),
      `${p50} / ${p99} / ${count(max)}`,
    ];
  });
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** `8 scenarios: 12,345 events acknowledged, 0 lost, 0 counted twice, 0 wrong, 0 red` */
export function summaryOf(results: readonly ScenarioResult[]): string {
  const total = (of: (result: ScenarioResult) => number) =>
    results.reduce((count, result) => count + of(result), 0).toLocaleString('en');
  return (
    `${results.length} scenarios: ${total(({ account }) => account.acknowledged)} events acknowledged, ${total(({ lost }) => lost)} lost, ` +
    `${total(({ countedTwice }) => countedTwice)} counted twice, ${total(wrongOf)} wrong, ${total((result) => Number(!isGood(result)))} red`
  );
}

const LINES_MAX = 10;

/** What is wrong, a line each. */
export const problemsOf = ({ title, account, wrongConversions, ...result }: ScenarioResult): string[] =>
  [
    ...wrongConversions.slice(0, LINES_MAX),
    ...account.surprises.slice(0, LINES_MAX),
    ...result.leaks.slice(0, LINES_MAX),
    ...(result.revenueCents === result.expectedRevenueCents
      ? []
      : [`the dashboard shows ${result.revenueCents} cents instead of ${result.expectedRevenueCents}`]),
    ...(result.answersAll && sum(account.lostAnswers) > 0
      ? [`${sum(account.lostAnswers)} requests had no answer`]
      : []),
    ...(result.answersAll ? [...account.refusalsBy].map(([reason, count]) => `${count} times ${reason}`) : []),
  ].map((line) => `${title}: ${line}`);
