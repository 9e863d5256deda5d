// Parses the settings once. This is the only file that reads `process.env`.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { nearestName } from '@tracker/schemas/primitives/nearest-name';
import { z } from 'zod';
import type { VisitorHeader } from '../http/visitor-header.ts';
import { ConfigError } from './config-error.ts';
import { readEnvFile } from './env-file.ts';
import { type AppKey, type SettingName, type SettingText, settingSchemas, settingTexts } from './settings.ts';

/** Of a store that is opened: it is migrated (true), its schema only compared (false), or left as it is (`ops doctor`). */
export type SchemaCare = boolean | 'leave';
/** Who may come: anyone, invited people, or no new people. */
export type RegistrationMode = 'open' | 'invite' | 'off';
export type Environment = Readonly<Record<string, string | undefined>>;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface KafkaConfig {
  /** host:port of some of the brokers; they name the others. */
  readonly brokers: readonly string[];
  /** `ca`: the certificate of an authority of their own. Without TLS absent. */
  readonly tls?: { readonly ca?: string };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
  /** Before the names of topics and groups; may be empty. */
  readonly topicPrefix: string;
  /** Of a topic that is made; fixed from then on. */
  readonly partitions: number;
  /** Copies of a topic that is made. */
  readonly replication: number;
  /** How long a reader that died keeps its partitions. */
  readonly sessionMs: number;
}

export interface RedisConfig {
  /** redis: or rediss: (TLS), with user, password and number of the database. */
  readonly url: string;
  /** The certificate of an authority of their own. */
  readonly ca?: string;
  /** host:port of the Sentinels; the host of `url` is then the name of the master's group. */
  readonly sentinels?: readonly string[];
  readonly sentinelPassword?: string;
}

export interface Config {
  readonly host: string;
  /** 0 asks the system for a free port. */
  readonly port: number;
  /** Only this machine reaches the product: HOST is loopback and PUBLIC_URL is not https. */
  readonly isLocal: boolean;
  /** Absolute. */
  readonly dataDir: string;
  /** Never true where others can reach the product: its account is an administrator. */
  readonly demoData: boolean;
  readonly registration: RegistrationMode;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** False when `publicUrl` was derived from host and port, and so must follow the port that was really taken. */
  readonly publicUrlGiven: boolean;
  readonly databaseUrl?: string;
  /** Connections of the pool; each program has a default. */
  readonly databasePoolSize?: number;
  readonly migrate: SchemaCare;
  /** Of the owner of the tables, where `databaseUrl` is not. */
  readonly migrationUrl?: string;
  readonly clickhouseUrl?: string;
  /** `ca`: the certificate of an authority of its own. `cluster`: the server is a replica of it. */
  readonly clickhouse: { readonly ca?: string; readonly cluster?: string };
  readonly kafka?: KafkaConfig;
  /** Null: the event log is kept whole. */
  readonly logRetentionDays: number | null;
  readonly redis?: RedisConfig;
  readonly appKeys?: readonly AppKey[];
  readonly backups?: { readonly url: string; readonly keepDays: number };
  readonly trustProxy: false | number | string[];
  /** Where a trusted proxy names the visitor. */
  readonly visitorHeader: VisitorHeader;
  /** Where traces go, without /v1/traces; absent: there are none. */
  readonly otlpEndpoint?: string;
  /** Of the requests, 0 to 1. */
  readonly tracedShare: number;
  readonly adminPort?: number;
  readonly adminHost: string;
  readonly runAsRoot: boolean;
  readonly logLevel: LogLevel;
  readonly smtpUrl?: string;
  /** The certificate of the authority of the mail server. */
  readonly smtpCa?: string;
  readonly mailFrom?: string;
  readonly meta: {
    readonly appId?: string;
    readonly appSecret?: string;
    readonly graphUrl: string;
    readonly dialogUrl: string;
    readonly apiVersion: string;
  };
  /** By checkout, the base of the API that is asked what its deliveries only name. */
  readonly lookUpUrls: Readonly<Partial<Record<CheckoutId, string>>>;
  /** Base of the Central Bank's service of rates; undefined: it is not asked. */
  readonly bankRatesUrl?: string;
  readonly chromiumPath?: string;
}

const schema = z.object(settingSchemas).superRefine((settings, context) => {
  if ((settings.META_APP_ID === undefined) !== (settings.META_APP_SECRET === undefined)) {
    context.addIssue('META_APP_ID and META_APP_SECRET must be set together.');
  }
  if (settings.MIGRATION_URL !== undefined && settings.DATABASE_URL === undefined) {
    context.addIssue('MIGRATION_URL needs DATABASE_URL.');
  }
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD, KAFKA_SSL } = settings;
  const sasl = [mechanism, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD].filter((value) => value !== undefined);
  if (sasl.length > 0 && sasl.length < 3) {
    context.addIssue('KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD must be set together.');
  }
  const ofRedis = ['REDIS_SSL_CA', 'REDIS_SENTINELS', 'REDIS_SENTINEL_PASSWORD'] as const;
  for (const name of ofRedis) {
    if (settings[name] !== undefined && settings.REDIS_URL === undefined) context.addIssue(`${name} needs REDIS_URL.`);
  }
  for (const name of ['CLICKHOUSE_SSL_CA', 'CLICKHOUSE_CLUSTER'] as const) {
    if (settings[name] !== undefined && settings.CLICKHOUSE_URL === undefined)
      context.addIssue(`${name} needs CLICKHOUSE_URL.`);
  }
  if (settings.SMTP_SSL_CA !== undefined && settings.SMTP_URL === undefined) {
    context.addIssue('SMTP_SSL_CA needs SMTP_URL.');
  }
  if (mechanism === 'plain' && KAFKA_SSL === 'off') {
    context.addIssue('KAFKA_SASL_MECHANISM=plain sends the password as it is, so it needs KAFKA_SSL=on.');
  }
});

/** The settings of `.env` in the working directory, under those of the environment. */
export function environment(directory = process.cwd()): Environment {
  return { ...readEnvFile(resolve(directory, '.env')), ...process.env };
}

const SETTING_NAMES = Object.entries<SettingText>(settingTexts).flatMap(([name, { secret }]) =>
  secret ? [name, `${name}_FILE`] : [name],
);
/** Of nearest-name.ts: one letter of seven. */
const MISTYPED_MAX = 0.15;

/** A sentence for each name that is no setting and nearly one. They are no mistakes: other programs have settings in the same environment. */
export function mistypedSettings(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    if (SETTING_NAMES.includes(name) || !env[name]?.trim()) return [];
    const meant = nearestName(name, SETTING_NAMES, MISTYPED_MAX);
    return meant === undefined ? [] : [`${name} is no setting of the product and is left out; did you mean ${meant}?`];
  });
}

/** Reads and checks every setting. Throws `ConfigError`. An empty value counts as absent, as in `.env.example`. */
export function loadConfig(env: Environment = environment()): Config {
  const given: Partial<Record<SettingName, string>> = {};
  for (const [name, { secret }] of Object.entries<SettingText>(settingTexts) as [SettingName, SettingText][]) {
    const value = (secret && secretOfFile(name, env)) || withoutQuotes(env[name]?.trim());
    if (value) given[name] = value;
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => issue.message));
  const settings = parsed.data;
  const isLocal = isLoopback(settings.HOST) && !settings.PUBLIC_URL?.startsWith('https:');
  return {
    host: settings.HOST,
    port: settings.PORT,
    isLocal,
    dataDir: resolve(settings.DATA_DIR),
    demoData: settings.DEMO_DATA === 'on' && isLocal,
    registration: settings.REGISTRATION,
    publicUrl: settings.PUBLIC_URL ?? addressUrl(settings.HOST, settings.PORT),
    publicUrlGiven: settings.PUBLIC_URL !== undefined,
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    migrate: settings.MIGRATE === 'on',
    migrationUrl: settings.MIGRATION_URL,
    clickhouseUrl: settings.CLICKHOUSE_URL,
    clickhouse: { ca: settings.CLICKHOUSE_SSL_CA, cluster: settings.CLICKHOUSE_CLUSTER },
    kafka: kafkaConfig(settings),
    logRetentionDays: settings.LOG_RETENTION_DAYS ?? null,
    redis: redisConfig(settings),
    appKeys: settings.APP_KEYS,
    backups:
      settings.BACKUP_URL === undefined ? undefined : { url: settings.BACKUP_URL, keepDays: settings.BACKUP_KEEP_DAYS },
    trustProxy: settings.TRUST_PROXY === false ? false : settings.TRUST_PROXY.proxies,
    visitorHeader: settings.TRUST_PROXY === false ? 'x-forwarded-for' : settings.TRUST_PROXY.header,
    otlpEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    tracedShare: settings.OTEL_TRACES_SAMPLER_ARG,
    adminPort: settings.ADMIN_PORT,
    adminHost: settings.ADMIN_HOST,
    runAsRoot: settings.RUN_AS_ROOT === 'yes',
    logLevel: settings.LOG_LEVEL,
    smtpUrl: settings.SMTP_URL,
    smtpCa: settings.SMTP_SSL_CA,
    mailFrom: settings.MAIL_FROM,
    meta: {
      appId: settings.META_APP_ID,
      appSecret: settings.META_APP_SECRET,
      graphUrl: settings.META_GRAPH_URL,
      dialogUrl: settings.META_DIALOG_URL,
      apiVersion: settings.META_API_VERSION,
    },
    lookUpUrls: { 'mercado-pago': settings.MERCADO_PAGO_API_URL, nuvemshop: settings.NUVEMSHOP_API_URL },
    bankRatesUrl: settings.PTAX_URL === 'off' ? undefined : settings.PTAX_URL,
    chromiumPath: settings.CHROMIUM_PATH,
  };
}

/** Some programs that pass a file of settings on leave the quotes around a value. */
const withoutQuotes = (text: string | undefined): string | undefined => text?.replace(/^(["'])(.*)\1$/s, '$2').trim();

/** What the file of `<name>_FILE` holds. Throws `ConfigError`. */
function secretOfFile(name: SettingName, env: Environment): string | undefined {
  const path = env[`${name}_FILE`]?.trim();
  if (!path) return undefined;
  if (env[name]?.trim()) throw new ConfigError([`Give either ${name} or ${name}_FILE, not both.`]);
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch {
    throw new ConfigError([`${name}_FILE names ${path}, which cannot be read.`]);
  }
  if (text === '') throw new ConfigError([`${name}_FILE names ${path}, which is empty.`]);
  return text;
}

/** With three brokers each topic gets three copies; one that is made while a broker is missing would keep fewer for good. */
function kafkaConfig(settings: z.output<typeof schema>): KafkaConfig | undefined {
  const brokers = settings.KAFKA_BROKERS;
  if (brokers === undefined) return undefined;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = settings;
  return {
    brokers,
    tls: settings.KAFKA_SSL === 'on' ? { ca: settings.KAFKA_SSL_CA } : undefined,
    sasl: mechanism && username && password ? { mechanism, username, password } : undefined,
    topicPrefix: settings.KAFKA_TOPIC_PREFIX,
    partitions: settings.KAFKA_PARTITIONS,
    replication: settings.KAFKA_REPLICATION ?? (brokers.length >= 3 ? 3 : 1),
    sessionMs: settings.KAFKA_SESSION_SECONDS * 1_000,
  };
}

function redisConfig(settings: z.output<typeof schema>): RedisConfig | undefined {
  const { REDIS_URL: url, REDIS_SSL_CA: ca, REDIS_SENTINELS: sentinels, REDIS_SENTINEL_PASSWORD } = settings;
  return url === undefined ? undefined : { url, ca, sentinels, sentinelPassword: REDIS_SENTINEL_PASSWORD };
}

/** True when only this machine can reach a listener on `host`. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** The URL at which a listener is reached; a wildcard address is not one a browser can open. */
export function addressUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return port === 80 ? `http://${name}` : `http://${name}:${port}`;
}
