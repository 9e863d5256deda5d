// Every setting of the product, in the order of `.env.example`. A setting is a zod schema from the text of the environment
// variable to its value. Each error is one English sentence that names the setting, because it ends the start.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { CHAIN_HEADERS, VISITOR_HEADERS, type VisitorHeader } from '../http/visitor-header.ts';

/** Text of a value as a person may see it in an error; secrets are never quoted back. */
const quoted = (value: string) => JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);

const wholeNumber = (name: string, min: number, max: number) =>
  z.string().transform((text, context) => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value;
    context.addIssue(`${name} must be a whole number from ${min} to ${max}, not ${quoted(text)}.`);
    return z.NEVER;
  });

const share = (name: string) =>
  z.string().transform((text, context) => {
    const value = Number(text);
    if (/^[01](\.\d{1,9})?$/.test(text) && value <= 1) return value;
    context.addIssue(`${name} must be a number from 0 to 1, such as 0.01, not ${quoted(text)}.`);
    return z.NEVER;
  });

const oneOf = <const T extends string>(name: string, values: readonly T[]) =>
  z.string().transform((text, context): T => {
    const found = values.find((value) => value === text.toLowerCase());
    if (found !== undefined) return found;
    context.addIssue(`${name} must be one of ${values.join(', ')}, not ${quoted(text)}.`);
    return z.NEVER;
  });

/** A URL of one of the given protocols. `secret` URLs carry a password, so the message does not repeat them. */
const url = (name: string, protocols: readonly string[], { secret = false } = {}) =>
  z.string().transform((text, context) => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    const isOfKind = parsed !== undefined && protocols.includes(parsed.protocol) && parsed.hostname !== '';
    if (isOfKind && [parsed.username, parsed.password, parsed.pathname].every(isDecodable))
      return text.replace(/\/+$/, '');
    if (isOfKind) {
      context.addIssue(`${name} has a % that begins no code such as %40; write it as %25.`);
      return z.NEVER;
    }
    const kinds = protocols.map((protocol) => `${protocol}//`).join(' or ');
    context.addIssue(`${name} must be a URL that begins with ${kinds}${secret ? '' : `, not ${quoted(text)}`}.`);
    return z.NEVER;
  });

/** A union of both would say 'Invalid input'. */
const urlOrOff = (name: string) =>
  z.string().transform((text, context) => {
    if (text.toLowerCase() === 'off') return 'off';
    const { data, error } = url(name, ['http:', 'https:']).safeParse(text);
    for (const { message } of error?.issues ?? []) context.addIssue(message);
    return data ?? z.NEVER;
  });

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Where people and their browsers reach the product: all its addresses begin at the root. */
const publicUrl = url('PUBLIC_URL', ['http:', 'https:']).transform((text, context) => {
  const { origin, pathname, search, hash, username, password } = new URL(text);
  if (pathname === '/' && `${search}${hash}${username}${password}` === '') return origin;
  context.addIssue(`PUBLIC_URL must be a host of its own, without a path, such as ${quoted(origin)}.`);
  return z.NEVER;
});

/** As the shell would read it, which does not see a file of settings. */
const directory = (name: string) =>
  z.string().transform((text, context) => {
    if (!text.startsWith('~') && !text.includes('\0')) return text;
    context.addIssue(`${name} must be a path; write ~ out, such as "/home/user/traffic-tracker", not ${quoted(text)}.`);
    return z.NEVER;
  });

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const hostList = (name: string, port: number) =>
  z.string().transform((text, context) => {
    const hosts = listOf(text);
    const wrong = hosts.find((host) => !/^[^\s:/]+:\d{1,5}$/.test(host));
    if (hosts.length > 0 && wrong === undefined) return hosts;
    context.addIssue(`${name} must be a list like "host:${port},host:${port}", not ${quoted(wrong ?? text)}.`);
    return z.NEVER;
  });

/** The text of the file that the setting names. */
const certificate = (name: string) =>
  z.string().transform((path, context) => {
    try {
      return new X509Certificate(readFileSync(path)).toString();
    } catch {
      context.addIssue(`${name} must be a file with a certificate in PEM, not ${quoted(path)}.`);
      return z.NEVER;
    }
  });

function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

export interface TrustedProxies {
  /** Where they name the visitor. */
  readonly header: VisitorHeader;
  /** How many there are, or which. */
  readonly proxies: number | string[];
}

/** Never `true`: a client that sets the header would then choose its own address. */
const trustProxy = z.string().transform((text, context): TrustedProxies | false => {
  const [, name = '', rest] = /^([a-z][a-z-]*[a-z])(?::(.*))?$/is.exec(text) ?? [];
  const header = VISITOR_HEADERS.find((one) => one === name.toLowerCase());
  const refuse = (sentence: string) => {
    context.addIssue(sentence);
    return z.NEVER;
  };
  if (header === undefined && name.includes('-')) {
    return refuse(
      `TRUST_PROXY knows the headers ${VISITOR_HEADERS.join(', ')}, not ${quoted(name)}; write it like "cf-connecting-ip:1".`,
    );
  }
  if (header !== undefined && !rest?.trim()) {
    return refuse(
      `TRUST_PROXY must also say who is trusted: write it like "${header}:1", or with the addresses of your proxies.`,
    );
  }
  const who = header === undefined ? text : (rest ?? '').trim();
  const of = { header: header ?? 'x-forwarded-for' } as const;
  if (/^\d{1,2}$/.test(who)) {
    const count = Number(who);
    if (count === 0) return false;
    if (count === 1 || CHAIN_HEADERS.some((one) => one === of.header)) return { ...of, proxies: count };
    return refuse(
      `TRUST_PROXY counts proxies in ${CHAIN_HEADERS.join(' and ')} alone; ${of.header} names one address, so write "${of.header}:1", or the addresses of your proxies.`,
    );
  }
  const ranges = listOf(who);
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (ranges.length > 0 && wrong === undefined) return { ...of, proxies: ranges };
  return refuse(
    `TRUST_PROXY must be a hop count or a list of addresses and CIDRs, not ${quoted(wrong ?? text)}; a header may be before it, such as "cf-connecting-ip:1".`,
  );
});

export interface AppKey {
  readonly id: string;
  readonly key: Uint8Array;
}

const appKeys = z.string().transform((text, context): readonly AppKey[] => {
  const keys: AppKey[] = [];
  for (const entry of listOf(text)) {
    const [, id = '', base64 = ''] = /^([A-Za-z0-9_-]{1,40}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry) ?? [];
    keys.push({ id, key: new Uint8Array(Buffer.from(base64, 'base64')) });
  }
  if (keys.length === 0 || keys.some(({ id, key }) => id === '' || key.length !== 32)) {
    context.addIssue('APP_KEYS must be a list like "id:base64,id:base64" in which every key is 32 bytes in base64.');
  } else if (new Set(keys.map(({ id }) => id)).size !== keys.length) {
    context.addIssue('APP_KEYS must give every key an id of its own.');
  }
  return keys;
});

const backupUrl = z.string().transform((text, context) => {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed?.protocol === 'file:' && parsed.hostname === '') return parsed.href;
  const isS3 = parsed?.protocol === 's3:' || parsed?.protocol === 's3+http:';
  if (isS3 && parsed.hostname !== '' && parsed.pathname.length > 1) return parsed.href;
  // It may carry a password, so it is not repeated.
  context.addIssue(
    'BACKUP_URL must be like "file:///srv/backups" or "s3://key:secret@host/bucket/prefix?region=sa-east-1".',
  );
  return z.NEVER;
});

const metaVersion = z.string().regex(/^v\d{1,3}\.\d$/, { error: 'META_API_VERSION must be a version like "v26.0".' });

/** What `.env.example` and infra/docs/settings.md say about a setting. `fallback` is shown, `''` means that it is off by default. */
export interface SettingText {
  readonly fallback: string;
  readonly meaning: string;
  /** May come as a file as well, `<name>_FILE`, as orchestrators give secrets. */
  readonly secret?: true;
}

export const settingTexts = {
  HOST: { fallback: '127.0.0.1', meaning: 'Where the product listens.' },
  PORT: { fallback: '3000', meaning: 'Everything is on this one port; 0 takes a free one.' },
  DATA_DIR: { fallback: '.data', meaning: 'All that the embedded parts keep; delete it to start afresh.' },
  DEMO_DATA: {
    fallback: 'on for a loopback HOST without https',
    meaning:
      'on: one demo company, seeded once; its password is printed at the start. Off, and its account closed, where HOST is not loopback or PUBLIC_URL is https.',
  },
  REGISTRATION: {
    fallback: 'open',
    meaning:
      'open: anyone registers a company; invite: new people come by invitation only; off: no new users. `npx -y pnpm@12 ops company list` shows who is there.',
  },
  PUBLIC_URL: {
    fallback: 'http://HOST:PORT',
    meaning: 'What the script, webhook URLs and invite links show; a host of its own, without a path.',
  },
  DATABASE_URL: {
    secret: true,
    fallback: 'embedded',
    meaning: 'PostgreSQL 18; embedded when absent. Example: postgres://user:password@host:5432/tracker',
  },
  DATABASE_POOL_SIZE: {
    fallback: '10; ingest, processor and worker 2',
    meaning: 'Connections to Postgres of each program, next to some ten with tasks of their own (LISTEN, locks, jobs).',
  },
  MIGRATE: {
    fallback: 'on',
    meaning:
      'off: programs do not migrate Postgres and ClickHouse at their start, and refuse a schema that lacks a migration; `npx -y pnpm@12 migrate` does it.',
  },
  MIGRATION_URL: {
    secret: true,
    fallback: 'DATABASE_URL',
    meaning:
      'The owner of the tables, for migrations and `ops`: the login of DATABASE_URL then needs no right but to connect.',
  },
  CLICKHOUSE_URL: {
    secret: true,
    fallback: 'embedded',
    meaning: 'ClickHouse; the engine runs in process when absent. Example: http://user:password@host:8123/tracker',
  },
  CLICKHOUSE_SSL_CA: {
    fallback: '',
    meaning: 'File with the certificate (PEM) of the authority of ClickHouse, where it is not a public one.',
  },
  CLICKHOUSE_CLUSTER: {
    fallback: '',
    meaning: 'Name of a cluster of one shard: tables are made on all its replicas. See infra/docs/clusters.md.',
  },
  KAFKA_BROKERS: {
    fallback: 'embedded',
    meaning: 'Kafka as the event log; a Postgres table when absent. Example: host:9092,host:9092',
  },
  KAFKA_REPLICATION: {
    fallback: '3 when KAFKA_BROKERS names three or more, else 1',
    meaning: 'Copies of each topic. A topic is never made with fewer.',
  },
  KAFKA_PARTITIONS: {
    fallback: '12',
    meaning: 'Of a topic that is made; fixed from then on. At most as many processors share the work.',
  },
  KAFKA_TOPIC_PREFIX: {
    fallback: '',
    meaning: 'Put before the names of topics and groups, where several installations share a cluster.',
  },
  KAFKA_SSL: { fallback: 'off', meaning: 'on: TLS to the brokers, whose certificates and names are checked.' },
  KAFKA_SSL_CA: {
    fallback: '',
    meaning: 'File with the certificate (PEM) of the authority of the brokers, where it is not a public one.',
  },
  KAFKA_SASL_MECHANISM: {
    fallback: '',
    meaning: 'plain (with KAFKA_SSL only), scram-sha-256 or scram-sha-512; together with user and password.',
  },
  KAFKA_SASL_USERNAME: { fallback: '', meaning: 'User at the brokers.' },
  KAFKA_SASL_PASSWORD: { secret: true, fallback: '', meaning: 'Password at the brokers.' },
  KAFKA_SESSION_SECONDS: {
    fallback: '15',
    meaning: 'After so long a processor that died without a word is missed, and others take its partitions.',
  },
  LOG_RETENTION_DAYS: {
    fallback: '',
    meaning:
      'Events older than this are deleted from the event log every night, as far as a snapshot of `npx -y pnpm@12 ops replay snapshot` and the archive, where there is one, reach; without it the log is kept whole.',
  },
  REDIS_URL: {
    secret: true,
    fallback: 'embedded',
    meaning:
      'Redis for background jobs (Postgres when absent), and for limits that several ingests share. Example: redis://host:6379; with TLS rediss://user:password@host:6379',
  },
  REDIS_SSL_CA: {
    fallback: '',
    meaning: 'File with the certificate (PEM) of the authority of Redis, where it is not a public one.',
  },
  REDIS_SENTINELS: {
    fallback: '',
    meaning:
      'Sentinels that name the master; the host of REDIS_URL is then the name of the group. Example: host:26379,host:26379',
  },
  REDIS_SENTINEL_PASSWORD: { secret: true, fallback: '', meaning: 'Password at the Sentinels, where they have one.' },
  APP_KEYS: {
    secret: true,
    fallback: 'generated into DATA_DIR',
    meaning:
      'Keyring id:base64,… for secrets at rest; the first encrypts, all decrypt; 32 bytes each. Required outside standalone.',
  },
  BACKUP_URL: {
    secret: true,
    fallback: '',
    meaning:
      'Where `npx -y pnpm@12 ops backup` and `npx -y pnpm@12 ops archive` keep their files: file:///srv/backups, or any S3. Example: s3://key:secret@s3.sa-east-1.amazonaws.com/bucket/prefix?region=sa-east-1',
  },
  BACKUP_KEEP_DAYS: { fallback: '30', meaning: '`npx -y pnpm@12 ops backup expire` deletes older backups.' },
  TRUST_PROXY: {
    fallback: '',
    meaning:
      'Proxies in front: how many, or their addresses (CIDRs). They name the visitor in X-Forwarded-For, or in the header before it: `forwarded:1`, `x-real-ip:1`, `cf-connecting-ip:1`, `true-client-ip:1` ([proxies.md](proxies.md)). Place headers of a CDN are believed only with it.',
  },
  ADMIN_PORT: { fallback: '', meaning: 'Port of GET /metrics (Prometheus); off when absent.' },
  ADMIN_HOST: { fallback: '127.0.0.1', meaning: 'Where ADMIN_PORT listens: it has no password.' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: '',
    meaning: 'Where traces go, by OTLP over HTTP; off when absent. Example: http://otel-collector:4318',
  },
  OTEL_TRACES_SAMPLER_ARG: { fallback: '1', meaning: 'The share of requests that are traced, from 0 to 1.' },
  RUN_AS_ROOT: {
    fallback: 'no',
    meaning: 'yes: start as root although HOST is not loopback or PUBLIC_URL is https.',
  },
  LOG_LEVEL: { fallback: 'info', meaning: 'trace, debug, info, warn, error, fatal or silent.' },
  CHROMIUM_PATH: {
    fallback: '',
    meaning: 'A Chromium for the end-to-end tests; the one from the npm registry when absent.',
  },
  SMTP_URL: {
    secret: true,
    fallback: '',
    meaning:
      'Mail server for invites, new passwords and confirmations; without it links of invites are shown to the admin. Example: smtps://user:password@host:465',
  },
  SMTP_SSL_CA: {
    fallback: '',
    meaning:
      'File with the certificate (PEM) of the authority of the mail server, where it is not a public one. On this machine no certificate is checked.',
  },
  MAIL_FROM: {
    fallback: 'nao-responda@ the host of PUBLIC_URL',
    meaning: 'The sender of mails. Example: Traffic Tracker <convites@example.com>',
  },
  MERCADO_PAGO_API_URL: {
    fallback: 'https://api.mercadopago.com',
    meaning: 'Base of the API that is asked for the payments of Mercado Pago.',
  },
  NUVEMSHOP_API_URL: {
    fallback: 'https://api.nuvemshop.com.br/v1',
    meaning: 'Base of the API that is asked for the orders of Nuvemshop.',
  },
  PTAX_URL: {
    fallback: 'https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata',
    meaning:
      "Base of the Central Bank's service of exchange rates, which is asked once a night; off: companies enter all rates themselves.",
  },
  META_APP_ID: {
    fallback: '',
    meaning: 'App id at the ad platform (Facebook); without it nobody can connect an ad account.',
  },
  META_APP_SECRET: { secret: true, fallback: '', meaning: 'App secret at the ad platform; together with META_APP_ID.' },
  META_GRAPH_URL: {
    fallback: 'https://graph.facebook.com',
    meaning: "Base of the ad platform's API, without a version.",
  },
  META_DIALOG_URL: {
    fallback: 'https://www.facebook.com',
    meaning: "Base of the ad platform's consent dialog, without a version.",
  },
  META_API_VERSION: { fallback: 'v26.0', meaning: "Version of the ad platform's API." },
} as const satisfies Record<string, SettingText>;

export type SettingName = keyof typeof settingTexts;

/** What it means, in whole sentences. */
export const meaningOf = (name: string, { meaning, secret }: SettingText): string =>
  secret ? `${meaning} Or in a file: ${name}_FILE.` : meaning;

const web = ['http:', 'https:'] as const;
const text = () => z.string();
const hostName = (name: string) => text().regex(/^[^\s/]+$/, { error: `${name} must be a host name or an address.` });

export const settingSchemas = {
  HOST: hostName('HOST').default('127.0.0.1'),
  PORT: wholeNumber('PORT', 0, 65_535).default(3000),
  DATA_DIR: directory('DATA_DIR').default('.data'),
  DEMO_DATA: oneOf('DEMO_DATA', ['on', 'off']).default('on'),
  REGISTRATION: oneOf('REGISTRATION', ['open', 'invite', 'off']).default('open'),
  PUBLIC_URL: publicUrl.optional(),
  DATABASE_URL: url('DATABASE_URL', ['postgres:', 'postgresql:'], { secret: true }).optional(),
  DATABASE_POOL_SIZE: wholeNumber('DATABASE_POOL_SIZE', 1, 500).optional(),
  MIGRATE: oneOf('MIGRATE', ['on', 'off']).default('on'),
  MIGRATION_URL: url('MIGRATION_URL', ['postgres:', 'postgresql:'], { secret: true }).optional(),
  CLICKHOUSE_URL: url('CLICKHOUSE_URL', web, { secret: true }).optional(),
  CLICKHOUSE_SSL_CA: certificate('CLICKHOUSE_SSL_CA').optional(),
  CLICKHOUSE_CLUSTER: text()
    .regex(/^[\w.-]{1,100}$/, { error: 'CLICKHOUSE_CLUSTER must be the name of a cluster.' })
    .optional(),
  KAFKA_BROKERS: hostList('KAFKA_BROKERS', 9092).optional(),
  KAFKA_REPLICATION: wholeNumber('KAFKA_REPLICATION', 1, 9).optional(),
  // Divided evenly by 2, 3, 4, 6 and 12 processors.
  KAFKA_PARTITIONS: wholeNumber('KAFKA_PARTITIONS', 1, 1_000).default(12),
  KAFKA_TOPIC_PREFIX: text()
    .regex(/^[\w.-]{1,100}$/, { error: 'KAFKA_TOPIC_PREFIX must be letters, digits, dots, dashes or underscores.' })
    .default(''),
  KAFKA_SSL: oneOf('KAFKA_SSL', ['on', 'off']).default('off'),
  KAFKA_SSL_CA: certificate('KAFKA_SSL_CA').optional(),
  KAFKA_SASL_MECHANISM: oneOf('KAFKA_SASL_MECHANISM', ['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  KAFKA_SASL_USERNAME: text().optional(),
  KAFKA_SASL_PASSWORD: text().optional(),
  // A broker's own limit is 6 s by default.
  KAFKA_SESSION_SECONDS: wholeNumber('KAFKA_SESSION_SECONDS', 6, 300).default(15),
  // Below a week a new snapshot would be needed every few days.
  LOG_RETENTION_DAYS: wholeNumber('LOG_RETENTION_DAYS', 7, 36_500).optional(),
  REDIS_URL: url('REDIS_URL', ['redis:', 'rediss:'], { secret: true }).optional(),
  REDIS_SSL_CA: certificate('REDIS_SSL_CA').optional(),
  REDIS_SENTINELS: hostList('REDIS_SENTINELS', 26379).optional(),
  REDIS_SENTINEL_PASSWORD: text().optional(),
  APP_KEYS: appKeys.optional(),
  BACKUP_URL: backupUrl.optional(),
  BACKUP_KEEP_DAYS: wholeNumber('BACKUP_KEEP_DAYS', 1, 3_650).default(30),
  TRUST_PROXY: trustProxy.default(false),
  ADMIN_PORT: wholeNumber('ADMIN_PORT', 0, 65_535).optional(),
  ADMIN_HOST: hostName('ADMIN_HOST').default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']).optional(),
  OTEL_TRACES_SAMPLER_ARG: share('OTEL_TRACES_SAMPLER_ARG').default(1),
  RUN_AS_ROOT: oneOf('RUN_AS_ROOT', ['yes', 'no']).default('no'),
  LOG_LEVEL: oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  CHROMIUM_PATH: text().optional(),
  SMTP_URL: url('SMTP_URL', ['smtp:', 'smtps:'], { secret: true }).optional(),
  SMTP_SSL_CA: certificate('SMTP_SSL_CA').optional(),
  MAIL_FROM: text()
    .regex(/^(?:[^<>@,;\p{Cc}]* <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u, {
      error: 'MAIL_FROM must be an address like "convites@example.com" or "Name <convites@example.com>".',
    })
    .optional(),
  MERCADO_PAGO_API_URL: url('MERCADO_PAGO_API_URL', web).default('https://api.mercadopago.com'),
  NUVEMSHOP_API_URL: url('NUVEMSHOP_API_URL', web).default('https://api.nuvemshop.com.br/v1'),
  PTAX_URL: urlOrOff('PTAX_URL').default('https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata'),
  META_APP_ID: text()
    .regex(/^\d{1,40}$/, { error: 'META_APP_ID must be the digits of an app id.' })
    .optional(),
  META_APP_SECRET: text().optional(),
  META_GRAPH_URL: url('META_GRAPH_URL', web).default('https://graph.facebook.com'),
  META_DIALOG_URL: url('META_DIALOG_URL', web).default('https://www.facebook.com'),
  META_API_VERSION: metaVersion.default('v26.0'),
} as const satisfies Record<SettingName, z.ZodType>;
