import type { CrashResult } from './crash-run.ts';
import type { EndResult } from './ends.ts';

/** Passes when no event is lost or counted twice, every conversion has its checkout's amount, and a full replay gives identical figures. */
export const isGood = (result: CrashResult): boolean =>
  result.lost === 0 &&
  result.countedTwice === 0 &&
  result.wrongConversions.length === 0 &&
  result.expectedRevenueCents === result.figures.revenueCents &&
  result.sameAfterReplay &&
  result.setAside === 0 &&
  result.ends.every(isBackInTime) &&
  (result.notices === undefined || (result.notices.shownTwice === 0 && result.notices.neverShown === 0)) &&
  result.account.surprises.length === 0;

/** Senders wait no longer, of an idle machine; a disk is full for 20 s of it. */
const SILENT_MS_MAX = 30_000;
const isBackInTime = ({ silentMs, isRestarted, end }: EndResult) =>
  silentMs <= SILENT_MS_MAX && (isRestarted || end === 'disk');

const reais = (cents: number) => `R$ ${(cents / 100).toFixed(2)}`;
const LINES_MAX = 10;

const noticeRows = ({ notices }: CrashResult): [string, string | number][] =>
  notices === undefined
    ? []
    : [
        ['sales on the device; notices that came again', `${notices.shown}, ${notices.repeated}`],
        ['sales shown twice, or never', `${notices.shownTwice}, ${notices.neverShown}`],
      ];

export function reportLines(result: CrashResult): string[] {
  const { account, figures, outage } = result;
  const rows: [string, string | number][] = [
    ['events acknowledged', account.acknowledged],
    ['of them repeated on purpose', account.duplicates],
    [
      'clicks, views, sales, leads in the product',
      `${figures.clicks}, ${figures.views}, ${figures.conversionsByKey.size}, ${figures.leads.length}`,
    ],
    ['opened checkouts in the product', figures.openedCheckouts],
    ['answers lost in a kill', Object.values(account.lostAnswers).reduce((sum, one) => sum + one, 0)],
    ['asked to come again (503, 429)', account.refusals],
    ['acknowledged while the log was away', `${outage.acknowledged}, p99 ${outage.p99Ms} ms`],
    ['posts of strangers taken in, and listed', `${result.hostilePosts}, ${figures.strangers}`],
    ['connections that strangers opened, and held', result.connectionsOfStrangers],
    ['hostile events in the log', result.hostileEvents],
    ['honest conversions set aside', result.setAside],
    ['acknowledged and lost', result.lost],
    ['counted twice', result.countedTwice],
    ['sales with another value or click', result.wrongConversions.length],
    ['revenue by the clients’ account', reais(result.expectedRevenueCents)],
    ['revenue on the dashboard', reais(figures.revenueCents)],
    ['the same after a replay into empty tables', result.sameAfterReplay ? 'yes' : 'NO'],
    ...noticeRows(result),
    ['slowest restart', `${result.slowestRestartMs} ms`],
    ...result.ends.map((one): [string, string] => [
      `without an acknowledged event: ${one.end}`,
      `${one.silentMs} ms, ${one.isRestarted ? 'started again' : 'the same process'}${isBackInTime(one) ? '' : ' TOO LONG'}`,
    ]),
  ];
  return [
    ...rows.map(([name, value]) => `${name.padEnd(44)} ${value}`),
    ...result.wrongConversions.slice(0, LINES_MAX).map((line) => `wrong: ${line}`),
    ...account.surprises.slice(0, LINES_MAX).map((line) => `surprise: ${line}`),
  ];
}
