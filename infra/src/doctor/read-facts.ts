// Reads what `rules.ts` judges: the settings of this program, and what the stores answer. A store that does not answer takes its own facts away only.
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { TYPED_SECRET_LENGTH_MIN } from '@tracker/schemas/checkouts/typed-secret';
import { EVENTS_TOPIC, TOPICS, type Topic } from '@tracker/schemas/events/topics';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { utcDayOf } from '@tracker/schemas/primitives/time';
import type { Redis } from 'ioredis';
import type { ClickHouse } from '../clickhouse/client.ts';
import { clickHouseSchema } from '../clickhouse/migrate.ts';
import { probeClickHouse, probedClickHouseAgeMs } from '../clickhouse/probe.ts';
import type { Config } from '../config/config.ts';
import type { EventLog, Positions } from '../event-log/event-log.ts';
import { withTimeout } from '../lifecycle/timeout.ts';
import type { MailProblem } from '../mail/mail-problem.ts';
import { checkMailServer } from '../mail/smtp-mailer.ts';
import { PROGRAM_VERSION } from '../migrations/history.ts';
import type { Postgres } from '../postgres/client.ts';
import { readDatabaseUrl } from '../postgres/database-url.ts';
import { postgresSchema } from '../postgres/migrate.ts';
import { lastClockJump, probedPostgresAgeMs, probePostgres } from '../postgres/probe.ts';
import { limitsReachedToday } from '../postgres/tables/limits-reached.ts';
import { daysDeletedTo } from '../postgres/tables/retention-state.ts';
import { connectRedis } from '../redis/connect-redis.ts';
import { probedRedisAgeMs, probeRedis } from '../redis/probe.ts';
import { type Logger, withoutCredentials } from '../telemetry/logger.ts';
import { isPublicListener, reachOfStore, reachOfUrl } from './reach.ts';
import { type Facts, NEWEST_RECORDS, type StoreFacts, type WriteFacts } from './rules.ts';
import { strengthOf, weakKeysOf } from './strength.ts';

export interface FactSources {
  readonly config: Config;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly log: EventLog<Topic>;
  readonly logger: Logger;
}

type SettingsFacts = Pick<
  Facts,
  | 'publicUrl'
  | 'registration'
  | 'hasMail'
  | 'mailProblem'
  | 'runsAsRoot'
  | 'weakKeys'
  | 'trustProxy'
  | 'listeners'
  | 'stores'
  | 'logRetentionDays'
>;

const ANSWER_WITHIN_MS = 5_000;
/** An append to the log answers within 8 s. */
const WRITE_WITHIN_MS = 9_000;
const MAIL_WITHIN_MS = 4_000;
/** A container without a volume has memory there, and keeps nothing in it. */
const TMPFS = 0x01021994;

/** Never rejects. */
export async function readFacts(sources: FactSources): Promise<Facts> {
  const { config, postgres, clickhouse, log } = sources;
  const unread: { part: string; reason: string }[] = [];
  async function ask<Answer>(part: string, question: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await withTimeout(ANSWER_WITHIN_MS, question(), () => {
        throw new Error(`no answer within ${ANSWER_WITHIN_MS / 1_000} s`);
      });
    } catch (error) {
      const reason = reasonOf(error);
      if (!unread.some((one) => one.part === part)) unread.push({ part, reason });
      return undefined;
    }
  }
  const ofPostgres = <Answer>(question: () => Promise<Answer>) => ask('Postgres', question);
  const ofClickHouse = <Answer>(question: () => Promise<Answer>) => ask('ClickHouse', question);
  const ofLog = <Answer>(question: () => Promise<Answer>) => ask(config.kafka ? 'Kafka' : 'the event log', question);

  /** A log that answers and is slow to read is not away. */
  async function logClock() {
    const ends = await ofLog(() => log.ends(EVENTS_TOPIC));
    return ends && ask(NEWEST_RECORDS, () => logClockOf(log, ends));
  }

  /** Whether it takes a write of ours now, and when it took the last one: of any program. */
  async function writeOf(
    store: string,
    write: () => Promise<void>,
    ageMs: () => Promise<number | undefined>,
  ): Promise<WriteFacts> {
    const takenAgeMs = await withTimeout(ANSWER_WITHIN_MS, ageMs(), () => undefined).catch(() => undefined);
    try {
      await withTimeout(WRITE_WITHIN_MS, write(), () => {
        throw new Error(`no answer within ${WRITE_WITHIN_MS / 1_000} s`);
      });
      return { store, refusal: null, takenAgeMs };
    } catch (error) {
      return { store, refusal: reasonOf(error), takenAgeMs };
    }
  }

  const [
    own,
    demoAccount,
    shortSecrets,
    backups,
    limitsReached,
    counts,
    versions,
    schemas,
    deadLetters,
    topics,
    clocks,
    clockJump,
    retentionBehindDays,
    disks,
    writes,
  ] = await Promise.all([
    factsOfSettings(config),
    ofPostgres(() => demoAccountOf(sources)),
    ofPostgres(() => shortSecretsIn(postgres)),
    ofPostgres(() => backupsOf(postgres)),
    ofPostgres(() => limitsReachedToday(postgres.sql)),
    ofPostgres(() => countsOfToday(postgres)),
    ofPostgres(() => versionsOf(postgres)),
    Promise.all([ofPostgres(() => postgresSchema(postgres.sql)), ofClickHouse(() => clickHouseSchema(clickhouse))]),
    ofClickHouse(() => deadLettersIn(clickhouse)),
    log.topics && ofLog(() => topicsOf(log)),
    Promise.all([
      ofPostgres(() => clockOf('Postgres', () => postgresNow(postgres))),
      ofClickHouse(() => clockOf('ClickHouse', () => clickHouseNow(clickhouse))),
      logClock(),
      config.redis && ask('Redis', () => clockOf('Redis', () => redisNow(sources))),
    ]),
    ofPostgres(() => lastClockJump(postgres.sql)),
    ofPostgres(() => retentionBehind(postgres)),
    Promise.all([ask('DATA_DIR', () => dataDirDisk(config)), ofClickHouse(() => clickHouseDisks(clickhouse))]),
    Promise.all([
      writeOf(
        'Postgres',
        () => probePostgres(postgres.sql),
        () => probedPostgresAgeMs(postgres.sql),
      ),
      writeOf(
        'ClickHouse',
        () => probeClickHouse(clickhouse),
        () => probedClickHouseAgeMs(clickhouse),
      ),
      writeOf(
        config.kafka ? 'Kafka' : 'the event log',
        () => log.probe(),
        async () => ageOf(await log.probedAt()),
      ),
      ...(config.redis
        ? [
            writeOf(
              'Redis',
              () => ofRedis(sources, probeRedis),
              () => ofRedis(sources, probedRedisAgeMs),
            ),
          ]
        : []),
    ]),
  ]);
  return {
    ...own,
    unread,
    demoAccount,
    shortSecrets,
    backups,
    limitsReached,
    ...counts,
    versions,
    deadLetters,
    topics,
    schemas: schemas.filter((one) => one !== undefined),
    clocks: clocks.filter((one) => one !== undefined),
    clockJump,
    retentionBehindDays,
    disks: disks.filter((one) => one !== undefined).flat(),
    writes,
  };
}

const reasonOf = (error: unknown): string =>
  withoutCredentials(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

const ageOf = (moment: Date | undefined): number | undefined => moment && Date.now() - moment.getTime();

/** What is known without any store. */
export async function factsOfSettings(config: Config): Promise<SettingsFacts> {
  const { publicUrl, trustProxy, registration, smtpUrl, runAsRoot, appKeys = [], logRetentionDays } = config;
  return {
    stores: await storesOf(config),
    publicUrl: {
      https: publicUrl.startsWith('https:'),
      // Without one it is made of HOST, and 0.0.0.0 is no address of its own.
      reach: config.publicUrlGiven || config.isLocal ? reachOfUrl(publicUrl) : 'private',
    },
    registration,
    hasMail: smtpUrl !== undefined,
    mailProblem: smtpUrl === undefined ? undefined : await mailProblemNow(smtpUrl, config.smtpCa),
    runsAsRoot: runAsRoot,
    weakKeys: weakKeysOf(appKeys),
    trustProxy: {
      kind: trustProxy === false ? 'none' : typeof trustProxy === 'number' ? 'hops' : 'ranges',
      wideRanges: Array.isArray(trustProxy) ? trustProxy.filter(isWide) : [],
    },
    listeners: [
      { setting: 'HOST', isPublic: isPublicListener(config.host) },
      ...(config.adminPort === undefined
        ? []
        : [{ setting: 'ADMIN_HOST' as const, isPublic: isPublicListener(config.adminHost) }]),
    ],
    logRetentionDays,
  };
}

/** A server that took us is not asked again for an hour: the metric is computed every few minutes. */
const MAIL_KEPT_MS = HOUR_MS;
const tookUsAt = new Map<string, number>();

async function mailProblemNow(url: string, ca: string | undefined): Promise<MailProblem | null> {
  if (performance.now() - (tookUsAt.get(url) ?? Number.NEGATIVE_INFINITY) < MAIL_KEPT_MS) return null;
  const problem = await checkMailServer({ url, ca, deadlineMs: MAIL_WITHIN_MS });
  if (problem === undefined) tookUsAt.set(url, performance.now());
  return problem ?? null;
}

/** More than a private network or the own range of a CDN has. */
function isWide(range: string): boolean {
  const [address = '', prefix] = range.split('/');
  return prefix !== undefined && Number(prefix) < (address.includes(':') ? 7 : 8);
}

async function storesOf(config: Config): Promise<StoreFacts[]> {
  const facts = async (
    setting: StoreFacts['setting'],
    url: URL,
    usualPort: string,
    tls: StoreFacts['tls'],
  ): Promise<StoreFacts> => ({
    setting,
    reach: await reachOfStore(url.hostname),
    tls,
    hasDefaultPort: url.port === '' || url.port === usualPort,
    password: strengthOf(decodeURIComponent(url.password), decodeURIComponent(url.username)),
  });
  const { databaseUrl, migrationUrl, clickhouseUrl, kafka, redis } = config;
  const { username, password } = kafka?.sasl ?? { username: '', password: '' };
  const account = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  return Promise.all([
    ...(databaseUrl === undefined
      ? []
      : [facts('DATABASE_URL', new URL(databaseUrl), '5432', postgresTls(databaseUrl))]),
    ...(migrationUrl === undefined
      ? []
      : [facts('MIGRATION_URL', new URL(migrationUrl), '5432', postgresTls(migrationUrl))]),
    ...(clickhouseUrl === undefined
      ? []
      : [
          facts(
            'CLICKHOUSE_URL',
            new URL(clickhouseUrl),
            '8123',
            clickhouseUrl.startsWith('https:') ? 'checked' : 'none',
          ),
        ]),
    ...(kafka === undefined
      ? []
      : [
          facts(
            'KAFKA_BROKERS',
            new URL(`kafka://${account}@${kafka.brokers[0]}`),
            '9092',
            kafka.tls ? 'checked' : 'none',
          ),
        ]),
    ...(redis === undefined
      ? []
      : [facts('REDIS_URL', new URL(redis.url), '6379', redis.url.startsWith('rediss:') ? 'checked' : 'none')]),
  ]);
}

function postgresTls(url: string): StoreFacts['tls'] {
  if (readDatabaseUrl(url).ssl) return 'checked';
  return new URL(url).searchParams.get('sslmode') === 'require' ? 'unchecked' : 'none';
}

async function demoAccountOf({ config, postgres }: FactSources): Promise<'none' | 'closed' | 'open'> {
  const [row] = await postgres.sql<{ has_demo: boolean }[]>`SELECT has_demo_tenant() AS has_demo`;
  if (!row?.has_demo) return 'none';
  return config.demoData ? 'open' : 'closed';
}

async function shortSecretsIn({ sql }: Postgres): Promise<Record<string, number>> {
  const rows = await sql<{ provider: CheckoutId; secrets: string }[]>`
    SELECT provider, secrets FROM count_short_webhook_secrets(${TYPED_SECRET_LENGTH_MIN}) ORDER BY provider`;
  const typed = rows.filter(({ provider }) => CHECKOUTS[provider].secretFrom === 'seller');
  return Object.fromEntries(typed.map(({ provider, secrets }) => [provider, Number(secrets)]));
}

async function retentionBehind({ sql }: Postgres): Promise<number | null> {
  const last = await daysDeletedTo(sql);
  return last === null ? null : utcDayOf(Date.now()) - last;
}

async function backupsOf({ sql }: Postgres): Promise<NonNullable<Facts['backups']>> {
  const [row] = await sql<{ backup: number | null; archive: number | null }[]>`
    SELECT extract(epoch FROM now() - backed_up_at)::float8 * 1000 AS backup,
      extract(epoch FROM now() - archived_at)::float8 * 1000 AS archive
    FROM backup_state`;
  return { isSetUp: row !== undefined, backupAgeMs: row?.backup ?? null, archiveAgeMs: row?.archive ?? null };
}

/** An attempt that succeeds is deleted, so that these are wrong ones. */
const GUESSES_MIN = 20;

async function countsOfToday({ sql }: Postgres): Promise<Pick<Facts, 'tenantsAtDailyLimit' | 'guessingNetworks'>> {
  const [row] = await sql<{ tenants: string; networks: string }[]>`
    SELECT count_at_unverified_limit() AS tenants, (
      SELECT count(*) FROM (
        SELECT FROM login_attempts WHERE kind = 'login' AND attempted_at >= date_trunc('day', now(), 'UTC')
        GROUP BY network HAVING count(*) >= ${GUESSES_MIN}
      ) AS networks
    ) AS networks`;
  return { tenantsAtDailyLimit: Number(row?.tenants), guessingNetworks: Number(row?.networks) };
}

/** Each connection names its program's version (connect.ts). */
async function versionsOf({ sql }: Postgres): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'tracker %'`;
  const others = rows.flatMap(({ name }) => /\d+\.\d+\.\d+\S*$/.exec(name)?.[0] ?? []);
  return [...new Set([PROGRAM_VERSION, ...others])].sort();
}

async function deadLettersIn(clickhouse: ClickHouse): Promise<Record<string, number>> {
  const rows = await clickhouse.query<{ stream: string; n: string }>({
    name: 'doctor-dead-letters',
    sql: `SELECT stream, toString(uniqExact(id)) AS n FROM dead_letters FINAL WHERE NOT is_settled
      GROUP BY stream ORDER BY stream SETTINGS max_execution_time = 4`,
  });
  return Object.fromEntries(rows.map(({ stream, n }) => [stream, Number(n)]));
}

const topicsOf = ({ topics }: EventLog<Topic>) =>
  Promise.all(
    TOPICS.map(async (topic) => {
      const differences = await topics?.check(topic);
      return {
        topic,
        differences: differences?.map(({ name, is, wanted }) => `${name} (${is}, wanted ${wanted})`) ?? null,
      };
    }),
  );

/** As far as `now` of a store is outside of the time that the question took: a busy pool makes no clock late. */
async function clockOf(store: string, now: () => Promise<number>) {
  const askedAt = Date.now();
  const answer = await now();
  const answeredAt = Date.now();
  const aheadMs = answer > answeredAt ? answer - answeredAt : Math.min(0, answer - askedAt);
  return { store, aheadMs: Math.round(aheadMs) };
}

async function postgresNow({ sql }: Postgres): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`;
  return row?.ms ?? NaN;
}

async function clickHouseNow(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.query<{ ms: string }>({
    name: 'doctor-clock',
    sql: 'SELECT toString(toUnixTimestamp64Milli(now64(3))) AS ms',
  });
  return Number(row?.ms);
}

async function redisNow(sources: FactSources): Promise<number> {
  const [seconds = NaN, micros = NaN] = (await ofRedis(sources, (redis) => redis.time())).map(Number);
  return seconds * 1_000 + micros / 1_000;
}

async function ofRedis<Answer>(
  { config, logger }: FactSources,
  question: (redis: Redis) => Promise<Answer>,
): Promise<Answer> {
  if (!config.redis) throw new Error('REDIS_URL is not set');
  const redis = connectRedis(config.redis, { lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: () => null });
  redis.on('error', (error) => logger.debug({ err: error }, 'redis not asked for its clock'));
  try {
    await redis.connect();
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

/**
 * The clock of the log stamps each record, and ingest's is in it: the newest record of each partition says whether the first is ahead of this
 * program's, or behind ingest's. A log without records has no clock to see.
 */
async function logClockOf(
  log: EventLog<Topic>,
  allEnds: Positions,
): Promise<{ store: string; aheadMs: number } | undefined> {
  const ends = [...allEnds].filter(([, end]) => end > 0n);
  if (ends.length === 0) return undefined;
  const from = new Map(ends.map(([partition, end]) => [partition, end - 1n]));
  let aheadMs = 0;
  for await (const records of log.read({ topic: EVENTS_TOPIC, from, to: new Map(ends), maxRecords: 100 })) {
    for (const { appendedAt, value } of records) {
      const ahead = appendedAt.getTime() - Date.now();
      const behind = receivedAtOf(value) - appendedAt.getTime();
      if (ahead > Math.abs(aheadMs)) aheadMs = ahead;
      if (behind > Math.abs(aheadMs)) aheadMs = -behind;
    }
  }
  return { store: 'the event log', aheadMs };
}

function receivedAtOf(value: Uint8Array): number {
  try {
    const { receivedAt } = JSON.parse(Buffer.from(value).toString()) as { receivedAt?: unknown };
    return typeof receivedAt === 'string' ? Date.parse(receivedAt) : NaN;
  } catch {
    return NaN; // A record that cannot be read is a dead letter.
  }
}

async function dataDirDisk({ dataDir }: Config) {
  if (!existsSync(dataDir)) return [];
  const { type, bavail, blocks, bsize } = await statfs(dataDir);
  return type === TMPFS ? [] : [{ name: 'DATA_DIR', freeBytes: bavail * bsize, totalBytes: blocks * bsize }];
}

async function clickHouseDisks(clickhouse: ClickHouse) {
  if (clickhouse.embedded) return []; // In DATA_DIR.
  const rows = await clickhouse.query<{ name: string; free: string; total: string }>({
    name: 'doctor-disks',
    sql: "SELECT name, toString(free_space) AS free, toString(total_space) AS total FROM system.disks WHERE type = 'Local' ORDER BY name",
  });
  return rows.map(({ name, free, total }) => ({
    name: `ClickHouse (${name})`,
    freeBytes: Number(free),
    totalBytes: Number(total),
  }));
}
