import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { describe, expect, test } from 'vitest';
import { CHECKS, type Facts, findingsOf, NEWEST_RECORDS, type StoreFacts } from './rules.ts';

const store = (change: Partial<StoreFacts> = {}): StoreFacts => ({
  setting: 'DATABASE_URL',
  reach: 'private',
  tls: 'checked',
  hasDefaultPort: true,
  password: 'strong',
  ...change,
});
const GIB = 1024 ** 3;

/** An installation on the internet that has all it should. */
const CALM: Facts = {
  publicUrl: { https: true, reach: 'public' },
  registration: 'invite',
  hasMail: true,
  runsAsRoot: false,
  weakKeys: [],
  trustProxy: { kind: 'hops', wideRanges: [] },
  listeners: [{ setting: 'HOST', isPublic: false }],
  stores: [store(), store({ setting: 'REDIS_URL' })],
  logRetentionDays: 90,
  unread: [],
  demoAccount: 'none',
  shortSecrets: {},
  backups: { isSetUp: true, backupAgeMs: 20 * HOUR_MS, archiveAgeMs: HOUR_MS },
  writes: [{ store: 'Postgres', refusal: null, takenAgeMs: 4_000 }],
  disks: [{ name: 'DATA_DIR', freeBytes: 50 * GIB, totalBytes: 100 * GIB }],
  clocks: [{ store: 'Postgres', aheadMs: -300 }],
  retentionBehindDays: 1,
  clockJump: { aheadMs: 40 * DAY_MS, ageMs: 15 * DAY_MS },
  topics: [{ topic: 'events', differences: [] }],
  schemas: [{ store: 'Postgres', pending: [], newer: [] }],
  versions: ['0.1.0'],
  deadLetters: {},
  limitsReached: {},
  tenantsAtDailyLimit: 0,
  guessingNetworks: 0,
};
/** A trial on one machine, as `docker compose up` makes it. */
const TRIAL: Partial<Facts> = { publicUrl: { https: false, reach: 'loopback' } };
const LAN: Partial<Facts> = { publicUrl: { https: false, reach: 'private' } };

const CASES: readonly (readonly [name: string, change: Partial<Facts>, expected: readonly string[]])[] = [
  ['a store that does not answer', { unread: [{ part: 'Kafka', reason: 'ECONNREFUSED' }] }, ['red stores']],
  [
    'a log that answers and is slow to read',
    { unread: [{ part: NEWEST_RECORDS, reason: 'no answer within 5 s' }] },
    ['warning stores'],
  ],
  [
    'a store that answers and takes nothing',
    { writes: [{ store: 'Kafka', refusal: 'NOT_ENOUGH_REPLICAS', takenAgeMs: 90_000 }] },
    ['red writes'],
  ],
  [
    'a store that answers no question, once',
    {
      unread: [{ part: 'Redis', reason: 'ECONNREFUSED' }],
      writes: [{ store: 'Redis', refusal: 'ECONNREFUSED', takenAgeMs: undefined }],
    },
    ['red stores'],
  ],
  ['http on the internet', { publicUrl: { https: false, reach: 'public' } }, ['red https']],
  ['http in a private network', LAN, ['warning https']],
  ['http on this machine', TRIAL, []],
  ['a typed key', { weakKeys: ['k1', 'k2'] }, ['red app-keys', 'red app-keys']],
  [
    'a weak password on the internet',
    { stores: [store({ reach: 'public', password: 'weak', hasDefaultPort: false })] },
    ['red passwords'],
  ],
  [
    'no password on the internet',
    { stores: [store({ reach: 'public', password: 'none', hasDefaultPort: false })] },
    ['red passwords'],
  ],
  ['a weak password in a private network', { stores: [store({ password: 'weak' })] }, ['warning passwords']],
  ['no password in a private network', { stores: [store({ password: 'none' })] }, ['note passwords']],
  ['a weak password on this machine', { stores: [store({ reach: 'loopback', password: 'weak', tls: 'none' })] }, []],
  [
    'a store on the internet without TLS',
    { stores: [store({ reach: 'public', tls: 'none', hasDefaultPort: false })] },
    ['red tls'],
  ],
  [
    'TLS that checks nothing on the internet',
    { stores: [store({ reach: 'public', tls: 'unchecked', hasDefaultPort: false })] },
    ['warning tls'],
  ],
  ['no TLS in a private network', { stores: [store({ tls: 'none' })] }, ['note tls']],
  ['the usual port on the internet', { stores: [store({ reach: 'public' })] }, ['warning ports']],
  ['metrics on the internet', { listeners: [{ setting: 'ADMIN_HOST', isPublic: true }] }, ['red listeners']],
  [
    'a program on the internet that counts proxies',
    { listeners: [{ setting: 'HOST', isPublic: true }] },
    ['red listeners'],
  ],
  [
    'a program on the internet that names its proxies',
    { listeners: [{ setting: 'HOST', isPublic: true }], trustProxy: { kind: 'ranges', wideRanges: [] } },
    ['warning listeners'],
  ],
  ['proxies anywhere', { trustProxy: { kind: 'ranges', wideRanges: ['0.0.0.0/0'] } }, ['red trust-proxy']],
  ['https, and no proxy named', { trustProxy: { kind: 'none', wideRanges: [] } }, ['warning trust-proxy']],
  ['root', { runsAsRoot: true }, ['warning root']],
  ['an open demo company', { demoAccount: 'open' }, ['red demo']],
  ['a closed demo company', { demoAccount: 'closed' }, ['note demo']],
  ['an open demo company on this machine', { ...TRIAL, demoAccount: 'open' }, []],
  ['open registration', { registration: 'open' }, ['warning registration']],
  ['open registration on this machine', { ...TRIAL, registration: 'open' }, []],
  ['no mail server', { hasMail: false }, ['warning mail']],
  ['a mail server that is ready', { mailProblem: null }, []],
  ['a mail server with a certificate of its own', { mailProblem: 'certificate' }, ['red mail']],
  ['a header that does not come', { limitsReached: { 'visitor-header-missing': 3 } }, ['warning trust-proxy']],
  ['a host that is not passed on', { limitsReached: { 'host-not-passed-on': 1 } }, ['warning trust-proxy']],
  [
    'short secrets of checkouts',
    { shortSecrets: { generic: 2, kiwify: 1 } },
    ['warning checkout-secrets', 'warning checkout-secrets'],
  ],
  [
    'no backups',
    { backups: { isSetUp: false, backupAgeMs: null, archiveAgeMs: null }, logRetentionDays: null },
    ['red backups'],
  ],
  [
    'no backups of a trial',
    { ...TRIAL, backups: { isSetUp: false, backupAgeMs: null, archiveAgeMs: null }, logRetentionDays: null },
    ['note backups'],
  ],
  [
    'backups that never were',
    { backups: { isSetUp: true, backupAgeMs: null, archiveAgeMs: null } },
    ['red backups', 'red backups'],
  ],
  ['an old backup', { backups: { isSetUp: true, backupAgeMs: 37 * HOUR_MS, archiveAgeMs: HOUR_MS } }, ['red backups']],
  ['an old archive', { backups: { isSetUp: true, backupAgeMs: HOUR_MS, archiveAgeMs: 5 * HOUR_MS } }, ['red backups']],
  [
    'a log that forgets, and no archive',
    { backups: { isSetUp: false, backupAgeMs: null, archiveAgeMs: null } },
    ['red backups', 'red retention'],
  ],
  ['a full disk', { disks: [{ name: 'DATA_DIR', freeBytes: GIB, totalBytes: 100 * GIB }] }, ['red disk']],
  ['a disk that fills', { disks: [{ name: 'DATA_DIR', freeBytes: 9 * GIB, totalBytes: 100 * GIB }] }, ['warning disk']],
  ['a clock that is off', { clocks: [{ store: 'Redis', aheadMs: -2_500 }] }, ['warning clocks']],
  ['a retention that is behind', { retentionBehindDays: 40 }, ['warning retention']],
  ['a clock that was set back', { clockJump: { aheadMs: 40 * DAY_MS, ageMs: HOUR_MS } }, ['warning clocks']],
  ['a clock that is far off', { clocks: [{ store: 'Redis', aheadMs: 40_000 }] }, ['red clocks']],
  ['a topic that is missing', { topics: [{ topic: 'events', differences: null }] }, ['red topics']],
  ['a topic with too few copies', { topics: [{ topic: 'events', differences: ['replication'] }] }, ['warning topics']],
  [
    'a schema that lacks a migration',
    { schemas: [{ store: 'Postgres', pending: ['0033-x'], newer: [] }] },
    ['red schemas'],
  ],
  [
    'a schema of a newer version',
    { schemas: [{ store: 'ClickHouse', pending: [], newer: ['0033-x'] }] },
    ['warning schemas'],
  ],
  ['programs of two versions', { versions: ['0.1.0', '0.2.0'] }, ['warning versions']],
  ['keys that were set aside', { deadLetters: { recompute: 1 } }, ['red dead-letters']],
  ['records that were set aside', { deadLetters: { click: 3, conversion: 1 } }, ['warning dead-letters']],
  ['a limit of ingest', { limitsReached: { 'click-network': 1_200 } }, ['warning limits']],
  ['a program that was started again', { limitsReached: { 'program-restarted': 2 } }, ['warning restarts']],
  ['a limit of companies', { tenantsAtDailyLimit: 2 }, ['warning limits']],
  ['guessed passwords', { guessingNetworks: 3 }, ['note limits']],
];

describe('findings', () => {
  test('are none for an installation that has all it should', () => {
    expect(findingsOf(CALM)).toEqual([]);
  });

  test.each(CASES)('are as they should be for %s', (_, change, expected) => {
    const found = findingsOf({ ...CALM, ...change });
    expect(found.map(({ check, level }) => `${level} ${check}`)).toEqual(expected);
    for (const { says, mend } of found) {
      expect(says).toMatch(/^[A-Z\d].*\.$/);
      expect(mend).toMatch(/^([A-Z`]|infra\/docs\/).*\.$/);
    }
  });

  test('have a case for each check', () => {
    const named = new Set(CASES.flatMap(([, , expected]) => expected.map((one) => one.split(' ')[1])));
    expect([...CHECKS].filter((check) => !named.has(check))).toEqual([]);
  });

  test('name stores of the same kind together', () => {
    const stores = [store({ tls: 'none' }), store({ setting: 'REDIS_URL', tls: 'none', password: 'none' })];
    expect(findingsOf({ ...CALM, stores }).map(({ says }) => says)).toEqual([
      'No password, so that everything in the network can use it: REDIS_URL.',
      'Without TLS, which is fine while the network is one machine’s or yours alone: DATABASE_URL, REDIS_URL.',
    ]);
  });

  test('come worst first', () => {
    const facts = { ...CALM, hasMail: false, guessingNetworks: 1, unread: [{ part: 'Kafka', reason: 'away' }] };
    expect(findingsOf(facts).map(({ level }) => level)).toEqual(['red', 'warning', 'note']);
  });

  test('leave out what a store that is away did not answer', () => {
    const {
      demoAccount,
      shortSecrets,
      backups,
      disks,
      clocks,
      clockJump,
      retentionBehindDays,
      topics,
      schemas,
      versions,
      deadLetters,
      ...known
    } = CALM;
    expect(findingsOf(known)).toEqual([]);
  });

  test('count in whole sentences', () => {
    const says = findingsOf({
      ...CALM,
      backups: { isSetUp: true, backupAgeMs: 3 * DAY_MS, archiveAgeMs: 0 },
      deadLetters: { recompute: 1, click: 1_200 },
    }).map((one) => one.says);
    expect(says).toEqual([
      'A backup was completed 3 days ago.',
      '1 key could not be recomputed and was set aside: figures of these companies are wrong.',
      '1,200 records could not be processed, and are in no figure.',
    ]);
  });
});
