// What this program does besides its housekeeping: a handler for each queue of infra/src/jobs/queues.ts, and what looks for due work.
import type { CampaignCache } from '@tracker/infra/caches/campaign-cache';
import type { Config } from '@tracker/infra/config/config';
import { startNightlyScheduler } from '@tracker/infra/jobs/nightly-scheduler';
import {
  adActions,
  bankRates,
  lookUps,
  retention,
  sendBack,
  spendIntraday,
  spendSync,
} from '@tracker/infra/jobs/queues';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { createMessages } from '@tracker/infra/messages/messages';
import type { MessageSenderDeps } from '@tracker/infra/messages/send-messages';
import { createGuardedCall, createGuardedGet, type GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import type { TableLock } from '@tracker/infra/postgres/table-lock';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Persons } from '@tracker/infra/privacy/persons';
import { handleAdActions, startAdActionSweep } from './ad-actions/sweep-actions.ts';
import type { SpendDeps } from './ad-platforms/deps.ts';
import { nightlySpendSyncs } from './ad-platforms/nightly-spend.ts';
import { createIntradaySync, createSpendSync } from './ad-platforms/spend-sync.ts';
import { startIntradaySweep } from './ad-platforms/sweep-intraday.ts';
import { startMendClock } from './housekeeping/mend-clock.ts';
import { startLogOutboxSweep } from './housekeeping/sweep-log-outbox.ts';
import { guardedPlatforms } from './look-ups/guarded-platforms.ts';
import { handleLookUp, startLookUpSweep } from './look-ups/sweep-look-ups.ts';
import { changesWarning } from './messages/changes-warning.ts';
import { limitWarning } from './messages/limit-warning.ts';
import { quotaWarning } from './messages/quota-warning.ts';
import { startMessageSweep } from './messages/sweep-messages.ts';
import { startWarning, type Warning } from './messages/warnings.ts';
import { createAskBank } from './rates/central-bank.ts';
import { handleBankRates, nightlyBankRates } from './rates/sync-bank-rates.ts';
import { handleRetention, nightlyRetention } from './retention/nightly-retention.ts';
import type { RetentionDeps } from './retention/run-retention.ts';
import { handleSendBack, startOutboxSweep } from './send-back/sweep-outbox.ts';

const WARNINGS: readonly Warning[] = [quotaWarning, limitWarning, changesWarning];

export interface JobsDeps
  extends SpendDeps,
    Pick<RetentionDeps, 'logRetentionDays'>,
    Pick<MessageSenderDeps, 'mailer'> {
  readonly campaigns: CampaignCache;
  readonly persons: Pick<Persons, 'decrypt' | 'encrypt'>;
  readonly addresses: Pick<Addresses, 'decrypt'>;
  readonly tableLock: TableLock;
  /** Where links in mails lead. */
  readonly publicUrl: string;
  readonly lookUpUrls: Config['lookUpUrls'];
  /** Base of the Central Bank's service; undefined: its rates are not used. */
  readonly bankRatesUrl: Config['bankRatesUrl'];
  /** Calls push services and URLs of tenants; by default one that reaches no internal network. */
  readonly call?: GuardedCall | undefined;
}

/** Started once, since a queue has one worker per process. Handlers end when `jobs` closes; what looks for due work ends before that. */
export async function startJobs(lifecycle: Lifecycle, deps: JobsDeps): Promise<void> {
  await lifecycle.add({ name: 'job handlers', start: () => handleJobs(deps) });
  const messages = createMessages(deps);
  const looks = {
    'nightly spend': () => startNightlyScheduler(nightlySpendSyncs(deps)),
    'sweep of actions at ad platforms': () => startAdActionSweep(deps),
    'spend of the day': () => startIntradaySweep(deps),
    'sweep of the outbox': () => startOutboxSweep(deps),
    'sweep of messages': () =>
      startMessageSweep({ ...deps, call: deps.call ?? createGuardedCall(), random: Math.random }),
    // Nothing waits for a mail server that is not there.
    ...(deps.mailer &&
      Object.fromEntries(
        WARNINGS.map((warning) => [`warning of ${warning.name}`, () => startWarning(warning, { ...deps, messages })]),
      )),
    'sweep of the log outbox': () => startLogOutboxSweep(deps),
    'sweep of look-ups': () => startLookUpSweep(deps),
    'mending after a clock that was ahead': () => startMendClock(deps),
    'nightly retention': () => startNightlyScheduler(nightlyRetention(deps)),
    ...(deps.bankRatesUrl !== undefined && {
      'nightly bank rates': () => startNightlyScheduler(nightlyBankRates(deps)),
    }),
  };
  for (const [name, start] of Object.entries(looks)) {
    await lifecycle.add({ name, start: async () => start(), stop: (started) => started.stop() });
  }
}

async function handleJobs({ jobs, ...deps }: JobsDeps): Promise<void> {
  const { random } = Math;
  const sync = createSpendSync({ ...deps, jobs });
  await jobs.work(spendSync.queue, sync);
  await jobs.work(spendIntraday.queue, createIntradaySync(sync));
  await jobs.work(adActions.queue, handleAdActions({ ...deps, random }));
  await jobs.work(sendBack.queue, handleSendBack({ ...deps, get: createGuardedGet(), random }));
  const lookUp = handleLookUp({ ...deps, platforms: guardedPlatforms(deps.lookUpUrls), random });
  for (const queue of lookUps.queues.values()) await jobs.work(queue, lookUp);
  await jobs.work(retention.queue, handleRetention(deps));
  if (deps.bankRatesUrl !== undefined) {
    await jobs.work(bankRates.queue, handleBankRates({ ...deps, askBank: createAskBank(deps.bankRatesUrl) }));
  }
}
