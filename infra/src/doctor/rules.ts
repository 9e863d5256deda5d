// What an operator should mend in a running installation: facts in, findings out, nothing asked. `read-facts.ts` reads the facts, `ops doctor` and the
// metric `tracker_doctor_findings` show the findings.
import { TYPED_SECRET_LENGTH_MIN } from '@tracker/schemas/checkouts/typed-secret';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { MAIL_PROBLEMS, type MailProblem } from '../mail/mail-problem.ts';
import type { ClockJump } from '../postgres/probe.ts';
import { RESTARTED } from '../postgres/tables/limits-reached.ts';
import { isWayWarning, WAY_FINDINGS } from './way-rules.ts';

/** `red`: open to others, or losing something. `warning`: mend it soon. `note`: fine as long as what it says is meant. */
export const LEVELS = ['red', 'warning', 'note'] as const;
export type Level = (typeof LEVELS)[number];

interface Verdict {
  readonly level: Level;
  readonly says: string;
  /** What to do. */
  readonly mend: string;
}

export interface Finding extends Verdict {
  readonly check: Check;
}

/** Where something is reached: on this machine only, in a private network, or from the internet. */
export type Reach = 'loopback' | 'private' | 'public';

export interface StoreFacts {
  /** As the setting that names it. */
  readonly setting: 'DATABASE_URL' | 'MIGRATION_URL' | 'CLICKHOUSE_URL' | 'KAFKA_BROKERS' | 'REDIS_URL';
  readonly reach: Reach;
  readonly tls: 'none' | 'unchecked' | 'checked';
  readonly hasDefaultPort: boolean;
  /** Of the password; null where this kind of store has none by its nature here. */
  readonly password: 'strong' | 'weak' | 'none';
}

export interface WriteFacts {
  readonly store: string;
  /** Why it took no write of ours; null: it took one. */
  readonly refusal: string | null;
  /** Since it took the last one of any program, by its own clock; undefined: none, or it cannot be asked. */
  readonly takenAgeMs: number | undefined;
}

export interface Facts {
  /** Of PUBLIC_URL: a loopback address is a trial that only this machine reaches. */
  readonly publicUrl: { readonly https: boolean; readonly reach: Reach };
  readonly registration: 'open' | 'invite' | 'off';
  readonly hasMail: boolean;
  /** What the mail server answers; null: it signs us in. Undefined: there is none. */
  readonly mailProblem?: MailProblem | null | undefined;
  readonly runsAsRoot: boolean;
  /** What is wrong with keys of APP_KEYS, by their id. */
  readonly weakKeys: readonly string[];
  readonly trustProxy: {
    readonly kind: 'none' | 'hops' | 'ranges';
    /** Ranges that have more public addresses than those of one CDN. */
    readonly wideRanges: readonly string[];
  };
  /** HOST and ADMIN_HOST, and whether they take connections from the internet without anything in front. */
  readonly listeners: readonly { readonly setting: 'HOST' | 'ADMIN_HOST'; readonly isPublic: boolean }[];
  readonly stores: readonly StoreFacts[];
  readonly logRetentionDays: number | null;
  // What follows is asked of the stores: undefined when the store did not answer, which `unread` says.
  /** Parts that did not answer, with the reason. */
  readonly unread: readonly { readonly part: string; readonly reason: string }[];
  readonly demoAccount?: 'none' | 'closed' | 'open';
  /** Secrets that sellers typed and that have fewer than TYPED_SECRET_LENGTH_MIN characters, by checkout. */
  readonly shortSecrets?: Readonly<Record<string, number>>;
  /** Ages; null: never completed. */
  readonly backups?: {
    readonly isSetUp: boolean;
    readonly backupAgeMs: number | null;
    readonly archiveAgeMs: number | null;
  };
  readonly writes?: readonly WriteFacts[];
  readonly disks?: readonly { readonly name: string; readonly freeBytes: number; readonly totalBytes: number }[];
  /** How far each clock is ahead of this program's. */
  readonly clocks?: readonly { readonly store: string; readonly aheadMs: number }[];
  /** The last one by more than a minute; null: none. */
  readonly clockJump?: ClockJump | null;
  /** From the day by which the retention deleted last until today; null: it has not run. */
  readonly retentionBehindDays?: number | null;
  readonly topics?: readonly { readonly topic: string; readonly differences: readonly string[] | null }[];
  readonly schemas?: readonly {
    readonly store: string;
    readonly pending: readonly string[];
    readonly newer: readonly string[];
  }[];
  /** Of the programs that are connected, this one included. */
  readonly versions?: readonly string[];
  /** By stream. */
  readonly deadLetters?: Readonly<Record<string, number>>;
  /** Times that each limit of ingest refused today (UTC). */
  readonly limitsReached?: Readonly<Record<string, number>>;
  /** Whose conversions without a key reached their number of today. */
  readonly tenantsAtDailyLimit?: number;
  /** With many wrong passwords today. */
  readonly guessingNetworks?: number;
}

/** What the alerts BackupTooOld and ArchiveBehind say. */
const BACKUP_AGE_MAX_MS = 36 * HOUR_MS;
const ARCHIVE_AGE_MAX_MS = 4 * HOUR_MS;
/** As ingest refuses (disk-watch.ts), and a share of the whole for what grows slowly. */
const DISK_RED_BYTES = 2 * 1024 ** 3;
const DISK_WARNING_SHARE = 0.1;
/** Ages of sessions, links and figures are off by as much. */
const CLOCK_WARNING_MS = 2_000;
const CLOCK_RED_MS = 30_000;
const BEHIND_DAYS_MAX = 3;
const CLOCK_JUMP_SHOWN_MS = 14 * DAY_MS;
/** Keys that the processor has set aside, so that the others go on (dead letters of this stream). */
const SET_ASIDE = 'recompute';

/** A part of what is unread: the log answers where it ends, and gave no record in time. */
export const NEWEST_RECORDS = 'its newest records';

type Rule = (facts: Facts) => readonly Verdict[];

const red = (says: string, mend: string): Verdict => ({ level: 'red', says, mend });
const warning = (says: string, mend: string): Verdict => ({ level: 'warning', says, mend });
const note = (says: string, mend: string): Verdict => ({ level: 'note', says, mend });

/** The settings of the stores of a kind, as one list; none where there is none. */
const namesOf = (stores: readonly StoreFacts[]) => (isOfKind: (store: StoreFacts) => boolean) => {
  const list = stores.filter(isOfKind).map(({ setting }) => setting);
  return list.length > 0 ? [list.join(', ')] : [];
};

/** Others than the people at this machine reach it. */
const isOffered = ({ publicUrl: { https, reach } }: Facts) => https || reach !== 'loopback';

const RULES = {
  stores: ({ unread }) =>
    unread.map(({ part, reason }) =>
      part === NEWEST_RECORDS
        ? warning(
            `The event log answers, but ${part} were not read: ${reason}.`,
            'Ask again in a minute; if it stays so, look at `npx -y pnpm@12 ops lag` and the log of the processor.',
          )
        : red(`${part} did not answer: ${reason}.`, 'Start it, or correct the setting that names it.'),
    ),

  writes: ({ writes = [], unread }) =>
    writes.flatMap(({ store, refusal, takenAgeMs }) =>
      // One that answers no question is there already.
      refusal === null || unread.some(({ part }) => part === store)
        ? []
        : [
            red(
              `${store} answers and takes nothing: ${refusal}. ${takenAgeMs === undefined ? 'It has taken nothing yet' : `It took the last write ${ageOf(takenAgeMs)} ago`}.`,
              'infra/docs/stores.md says what is kept meanwhile. Look for a full disk, a replica, a missing right, too few copies.',
            ),
          ],
    ),

  https: (facts) => {
    if (facts.publicUrl.https || !isOffered(facts)) return [];
    const says = 'PUBLIC_URL is http: passwords, sessions and buyers’ data can be read on the way.';
    return [
      (facts.publicUrl.reach === 'public' ? red : warning)(
        says,
        'Put a proxy with a certificate in front, and set PUBLIC_URL to https.',
      ),
    ];
  },

  'app-keys': ({ weakKeys }) =>
    weakKeys.map((id) =>
      red(
        `The key ${id} of APP_KEYS is not random: who guesses it can read all secrets.`,
        'Put a new key in front ("id:" and 32 random bytes in base64), run `npx -y pnpm@12 ops keys rotate --yes`, then take it away.',
      ),
    ),

  passwords: ({ stores }) => {
    const mend = 'Give each a random password of 16 characters or more; with Docker Compose, STORE_PASSWORD.';
    const names = namesOf(stores);
    return [
      ...names(({ reach, password }) => reach === 'public' && password !== 'strong').map((list) =>
        red(`Reached from the internet with a password that is short, usual or missing: ${list}.`, mend),
      ),
      ...names(({ reach, password }) => reach === 'private' && password === 'weak').map((list) =>
        warning(`A short or usual password, which everything in the network can guess: ${list}.`, mend),
      ),
      ...names(({ reach, password }) => reach === 'private' && password === 'none').map((list) =>
        note(`No password, so that everything in the network can use it: ${list}.`, mend),
      ),
    ];
  },

  tls: ({ stores }) => {
    const mend = 'Use TLS with a checked certificate: infra/docs/clusters.md names the settings.';
    const names = namesOf(stores);
    return [
      ...names(({ reach, tls }) => reach === 'public' && tls === 'none').map((list) =>
        red(`A public address without TLS, so that the password and all data travel in the clear: ${list}.`, mend),
      ),
      ...names(({ reach, tls }) => reach === 'public' && tls === 'unchecked').map((list) =>
        warning(`TLS whose certificate is not checked: ${list}.`, mend),
      ),
      ...names(({ reach, tls }) => reach === 'private' && tls === 'none').map((list) =>
        note(`Without TLS, which is fine while the network is one machine’s or yours alone: ${list}.`, mend),
      ),
    ];
  },

  ports: ({ stores }) =>
    namesOf(stores)(({ reach, hasDefaultPort }) => reach === 'public' && hasDefaultPort).map((list) =>
      warning(
        `A public address with the usual port, which scanners try first: ${list}.`,
        'Let a firewall open the port to the programs alone, or use a private network.',
      ),
    ),

  listeners: ({ listeners, trustProxy }) =>
    listeners
      .filter(({ isPublic }) => isPublic)
      .map(({ setting }) => {
        if (setting === 'ADMIN_HOST')
          return red(
            'ADMIN_HOST is a public address: anyone reads the metrics.',
            'Set ADMIN_HOST to a private address.',
          );
        const mend = 'Set HOST to a private address, and let the gateway be the only way in.';
        return trustProxy.kind === 'hops'
          ? red(
              'HOST is a public address, and TRUST_PROXY counts hops: a caller chooses its own address, and no limit holds.',
              mend,
            )
          : warning('HOST is a public address: people reach the program without the proxy in front.', mend);
      }),

  'trust-proxy': (facts) => {
    const { kind, wideRanges } = facts.trustProxy;
    const seen = Object.keys(facts.limitsReached ?? {}).filter(isWayWarning);
    const found = seen.map((name) => warning(WAY_FINDINGS[name].says, WAY_FINDINGS[name].mend));
    if (wideRanges.length > 0) {
      return [
        ...found,
        red(
          `TRUST_PROXY trusts ${wideRanges.join(', ')}: strangers there choose their own address, and no limit holds.`,
          'Name the addresses of your own proxies, or count them.',
        ),
      ];
    }
    if (kind !== 'none' || !facts.publicUrl.https || seen.includes('proxy-not-trusted')) return found;
    return [
      ...found,
      warning(
        'TRUST_PROXY is not set, and a proxy speaks https: all visitors have its address, and limits by address are off.',
        'Set it to the number of proxies in front, or to their addresses.',
      ),
    ];
  },

  root: ({ runsAsRoot }) =>
    runsAsRoot
      ? [
          warning(
            'RUN_AS_ROOT is on: a stranger who gets into the process owns the machine.',
            'Start it as another user.',
          ),
        ]
      : [],

  demo: (facts) => {
    if (facts.demoAccount === 'open' && isOffered(facts))
      return [
        red(
          'The demo company is open: its account is an administrator.',
          'Set DEMO_DATA=off; `npx -y pnpm@12 ops company close` ends the company.',
        ),
      ];
    if (facts.demoAccount === 'closed' && isOffered(facts))
      return [
        note(
          'The demo company is in the database; sign-in to it is closed.',
          '`npx -y pnpm@12 ops company close` ends it, when it is not needed.',
        ),
      ];
    return [];
  },

  registration: (facts) =>
    facts.registration === 'open' && isOffered(facts)
      ? [
          warning(
            'Anyone may register a company, and use this disk.',
            'Set REGISTRATION=invite, unless that is what you offer.',
          ),
        ]
      : [],

  mail: (facts) => {
    const { hasMail, mailProblem } = facts;
    if (mailProblem) {
      const { says, mend } = MAIL_PROBLEMS[mailProblem];
      return [
        red(
          `No mail goes out: the server of SMTP_URL was asked, and ${says}.`,
          `${mend} \`npx -y pnpm@12 ops mail test\` asks again; infra/docs/mail.md has more.`,
        ),
      ];
    }
    if (hasMail || !isOffered(facts)) return [];
    return [
      warning(
        'No mail is sent: people cannot reset a password, confirm an address or be warned of a new sign-in.',
        'Set SMTP_URL.',
      ),
    ];
  },

  'checkout-secrets': ({ shortSecrets = {} }) =>
    Object.entries(shortSecrets).map(([checkout, count]) =>
      warning(
        `${plural(count, 'secret')} of ${checkout} ${count === 1 ? 'has' : 'have'} fewer than ${TYPED_SECRET_LENGTH_MIN} characters: together with the key a guessed one makes verified revenue.`,
        'Ask these companies to set a longer one.',
      ),
    ),

  backups: (facts) => {
    if (!facts.backups) return [];
    const { isSetUp, backupAgeMs, archiveAgeMs } = facts.backups;
    const mend =
      'infra/docs/backup.md says how: set BACKUP_URL, and run `npx -y pnpm@12 ops backup create` and `npx -y pnpm@12 ops archive run` by themselves.';
    if (!isSetUp) {
      const says = 'There are no backups: what the database and the log have is lost with this disk.';
      return [isOffered(facts) ? red(says, mend) : note(says, mend)];
    }
    const late = (what: string, ageMs: number | null, maxMs: number) => {
      if (ageMs === null) return [red(`${what} was never completed.`, mend)];
      return ageMs > maxMs ? [red(`${what} was completed ${ageOf(ageMs)} ago.`, mend)] : [];
    };
    return [
      ...late('A backup', backupAgeMs, BACKUP_AGE_MAX_MS),
      ...late('The archive of the log', archiveAgeMs, ARCHIVE_AGE_MAX_MS),
    ];
  },

  retention: ({ logRetentionDays, backups, retentionBehindDays }) => [
    ...(logRetentionDays !== null && backups?.isSetUp === false
      ? [
          red(
            `LOG_RETENTION_DAYS deletes events after ${logRetentionDays} days, and no archive keeps them: a lost ClickHouse cannot be made again.`,
            'Set BACKUP_URL and run `npx -y pnpm@12 ops archive run` every hour, or unset LOG_RETENTION_DAYS.',
          ),
        ]
      : []),
    ...((retentionBehindDays ?? 0) > BEHIND_DAYS_MAX ? [retentionIsBehind(retentionBehindDays ?? 0)] : []),
  ],

  disk: ({ disks = [] }) =>
    disks.flatMap(({ name, freeBytes, totalBytes }) => {
      const says = `The disk of ${name} has ${gibibytes(freeBytes)} of ${gibibytes(totalBytes)} left.`;
      const mend = 'Make room: `npx -y pnpm@12 ops retention plan`, older backups, or a larger disk.';
      if (freeBytes < DISK_RED_BYTES) return [red(says, mend)];
      return freeBytes < totalBytes * DISK_WARNING_SHARE ? [warning(says, mend)] : [];
    }),

  clocks: ({ clocks = [], clockJump }) => [
    ...clocks.flatMap(({ store, aheadMs }) => {
      const offMs = Math.abs(aheadMs);
      if (offMs < CLOCK_WARNING_MS) return [];
      const says = `The clock of ${store} is ${(offMs / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this one.`;
      return [(offMs >= CLOCK_RED_MS ? red : warning)(says, 'Set the clocks by NTP on every machine.')];
    }),
    ...(clockJump && clockJump.ageMs < CLOCK_JUMP_SHOWN_MS ? [clockWasAhead(clockJump)] : []),
  ],

  topics: ({ topics = [] }) =>
    topics.flatMap(({ topic, differences }) => {
      if (differences === null)
        return [
          red(`The topic ${topic} is missing: events wait in the spools.`, '`npx -y pnpm@12 ops topics create`.'),
        ];
      if (differences.length === 0) return [];
      return [
        warning(
          `The topic ${topic} differs from the settings in ${differences.join(', ')}.`,
          '`npx -y pnpm@12 ops topics mend`, and infra/docs/runbooks/kafka-topic-differs.md for copies and partitions.',
        ),
      ];
    }),

  schemas: ({ schemas = [] }) =>
    schemas.flatMap(({ store, pending, newer }) => [
      ...(pending.length > 0
        ? [
            red(
              `${store} lacks ${plural(pending.length, 'migration')}, from ${pending[0]} on.`,
              'Run `npx -y pnpm@12 ops migrate`.',
            ),
          ]
        : []),
      ...(newer.length > 0
        ? [warning(`${store} was migrated by a newer version, which has ${newer[0]}.`, 'Upgrade this program as well.')]
        : []),
    ]),

  versions: ({ versions = [] }) =>
    versions.length > 1
      ? [
          warning(
            `Programs of ${plural(versions.length, 'version')} run: ${versions.join(', ')}.`,
            'Finish the upgrade; during one it is as it should be.',
          ),
        ]
      : [],

  'dead-letters': ({ deadLetters = {} }) => {
    const { [SET_ASIDE]: setAside = 0, ...others } = deadLetters;
    const count = Object.values(others).reduce((sum, one) => sum + one, 0);
    return [
      ...(setAside > 0
        ? [
            red(
              `${plural(setAside, 'key')} could not be recomputed and ${setAside === 1 ? 'was' : 'were'} set aside: figures of these companies are wrong.`,
              'infra/docs/runbooks/keys-set-aside.md: report the reason; a new version tries each again by itself.',
            ),
          ]
        : []),
      ...(count > 0
        ? [
            warning(
              `${plural(count, 'record')} could not be processed, and ${count === 1 ? 'is' : 'are'} in no figure.`,
              '`npx -y pnpm@12 ops dead-letters list` shows the reasons; after the cause is repaired, `npx -y pnpm@12 ops dead-letters retry`.',
            ),
          ]
        : []),
    ];
  },

  restarts: ({ limitsReached: { [RESTARTED]: restarts = 0 } = {} }) =>
    restarts > 0
      ? [
          warning(
            `The program ended or did not answer, and was started again ${plural(restarts, 'time')} today.`,
            'Read the log before each `lifecycle.restarted`: too little memory, or a defect to report.',
          ),
        ]
      : [],

  limits: ({ limitsReached = {}, tenantsAtDailyLimit = 0, guessingNetworks = 0 }) => [
    ...Object.entries(limitsReached)
      .filter(([name]) => name !== RESTARTED && !isWayWarning(name))
      .map(([name, count]) =>
        warning(
          `The limit ${name} refused ${plural(count, 'request')} today.`,
          'infra/docs/runbooks/requests-refused.md says how to tell a flood from an honest sender.',
        ),
      ),
    ...(tenantsAtDailyLimit > 0
      ? [
          warning(
            `${plural(tenantsAtDailyLimit, 'company', 'companies')} reached the number of sales without a key that count on one day.`,
            'Ask them to send sales with a key: further ones of today are in no figure.',
          ),
        ]
      : []),
    ...(guessingNetworks > 0
      ? [
          note(
            `${plural(guessingNetworks, 'network')} tried many wrong passwords today; each is slowed down.`,
            'Refuse them at the proxy when it goes on.',
          ),
        ]
      : []),
  ],
} as const satisfies Record<string, Rule>;

export type Check = keyof typeof RULES;
export const CHECKS = Object.keys(RULES) as readonly Check[];

/** Worst first; of one level in the order of the rules. */
export function findingsOf(facts: Facts): readonly Finding[] {
  const found = CHECKS.flatMap((check) => (RULES[check] as Rule)(facts).map((finding) => ({ check, ...finding })));
  return LEVELS.flatMap((level) => found.filter((finding) => finding.level === level));
}

const plural = (count: number, noun: string, nouns = `${noun}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}`;
const gibibytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
const ageOf = (ms: number) => {
  if (ms >= 2 * DAY_MS) return plural(Math.floor(ms / DAY_MS), 'day');
  if (ms >= HOUR_MS) return plural(Math.floor(ms / HOUR_MS), 'hour');
  return ms >= MINUTE_MS ? plural(Math.floor(ms / MINUTE_MS), 'minute') : plural(Math.floor(ms / 1_000), 'second');
};
const retentionIsBehind = (days: number): Verdict =>
  warning(
    `The retention deleted by a day ${days} days ago: the product was off, or the clock is ahead. It goes two days further a night.`,
    'Look at the clock. If it is right, `npx -y pnpm@12 ops retention run --yes` deletes what is due.',
  );
const clockWasAhead = ({ aheadMs, ageMs }: ClockJump): Verdict =>
  warning(
    `The clock was ${ageOf(aheadMs)} ahead, and was set back ${ageOf(ageMs)} ago.`,
    'Set the clocks by NTP. infra/docs/clocks.md says what is pulled back, and what to look at.',
  );
