import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressUrl, type Environment, environment, loadConfig, mistypedSettings } from './config.ts';
import { ConfigError } from './config-error.ts';
import { renderEnvExample } from './env-example.ts';
import { type SettingName, type SettingText, settingTexts } from './settings.ts';

const mistakes = (env: Environment) => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
};

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('defaults', () => {
  test('embeds every store and listens on 127.0.0.1:3000 without any setting', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('.data'),
      demoData: true,
      publicUrl: 'http://127.0.0.1:3000',
      publicUrlGiven: false,
      trustProxy: false,
      logLevel: 'info',
    });
    expect([config.databaseUrl, config.clickhouseUrl, config.kafka, config.redis]).toEqual(Array(4).fill(undefined));
  });

  test('treats an empty value as not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(loadConfig({}));
  });
});

describe('values', () => {
  test('reads every setting', () => {
    const config = loadConfig({
      HOST: '127.0.0.2',
      PORT: '0',
      DATA_DIR: '/var/lib/tracker',
      DEMO_DATA: 'OFF',
      PUBLIC_URL: 'https://t.example.com/',
      DATABASE_URL: 'postgres://u:p@db:5432/tracker',
      CLICKHOUSE_URL: 'http://u:p@ch:8123/tracker',
      CLICKHOUSE_CLUSTER: 'main',
      KAFKA_BROKERS: 'k1:9092, k2:9092',
      KAFKA_REPLICATION: '2',
      KAFKA_PARTITIONS: '24',
      KAFKA_TOPIC_PREFIX: 'eu.',
      KAFKA_SESSION_SECONDS: '30',
      KAFKA_SSL: 'on',
      KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
      KAFKA_SASL_USERNAME: 'u',
      KAFKA_SASL_PASSWORD: 'p',
      REDIS_URL: 'redis://r:6379',
      REDIS_SENTINELS: 's1:26379,s2:26379',
      REDIS_SENTINEL_PASSWORD: 's',
      APP_KEYS: `new:${key(1)},old:${key(2)}`,
      TRUST_PROXY: '10.0.0.0/8, ::1',
      ADMIN_PORT: '9100',
      ADMIN_HOST: '10.0.0.7',
      RUN_AS_ROOT: 'yes',
      LOG_LEVEL: 'warn',
      CHROMIUM_PATH: '/usr/bin/chromium',
      SMTP_URL: 'smtps://u:p@mail:465',
      MAIL_FROM: 'Loja <convites@loja.example>',
      META_APP_ID: '123',
      META_APP_SECRET: 's',
      META_GRAPH_URL: 'http://localhost:9999/',
      META_API_VERSION: 'v25.0',
    });
    expect(config).toMatchObject({
      port: 0,
      demoData: false,
      publicUrl: 'https://t.example.com',
      kafka: {
        brokers: ['k1:9092', 'k2:9092'],
        tls: {},
        sasl: { mechanism: 'scram-sha-512', username: 'u', password: 'p' },
        topicPrefix: 'eu.',
        partitions: 24,
        replication: 2,
        sessionMs: 30_000,
      },
      clickhouse: { cluster: 'main' },
      redis: { url: 'redis://r:6379', sentinels: ['s1:26379', 's2:26379'], sentinelPassword: 's' },
      trustProxy: ['10.0.0.0/8', '::1'],
      adminPort: 9100,
      adminHost: '10.0.0.7',
      runAsRoot: true,
      smtpUrl: 'smtps://u:p@mail:465',
      mailFrom: 'Loja <convites@loja.example>',
      meta: {
        appId: '123',
        graphUrl: 'http://localhost:9999',
        dialogUrl: 'https://www.facebook.com',
        apiVersion: 'v25.0',
      },
    });
    expect(config.appKeys?.map(({ id, key: bytes }) => [id, bytes.length])).toEqual([
      ['new', 32],
      ['old', 32],
    ]);
  });

  test.each([
    [{}, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://tracker.local' }, true],
    [{ DEMO_DATA: 'off' }, false],
    [{ DEMO_DATA: 'on', HOST: '0.0.0.0' }, false],
    [{ DEMO_DATA: 'on', HOST: '127.example.com' }, false],
    [{ PUBLIC_URL: 'https://track.example' }, false],
  ])('has the demo company only where this machine alone is served: %o', (env, isOn) => {
    expect(loadConfig(env).demoData).toBe(isOn);
  });

  test.each([
    ['k1:9092', 1],
    ['k1:9092,k2:9092', 1],
    ['k1:9092,k2:9092,k3:9092', 3],
  ])('wants with the brokers %s topics of %i copies', (brokers, copies) => {
    expect(loadConfig({ KAFKA_BROKERS: brokers }).kafka?.replication).toBe(copies);
  });

  test('accepts for TRUST_PROXY a hop count or a list of ranges', () => {
    expect(loadConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(loadConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false);
    expect(mistakes({ TRUST_PROXY: 'true' })).toHaveLength(1);
    expect(mistakes({ TRUST_PROXY: '10.0.0.0/33' })).toHaveLength(1);
  });

  test.each([
    [{}, true],
    [{ HOST: 'localhost', PUBLIC_URL: 'http://tracker.test' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '127.0.0.2' }, true],
    [{ HOST: '127.example.com' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://tracker.test' }, false],
  ])('decides with %j whether this machine alone reaches the product: %s', (env, isLocal) => {
    expect(loadConfig(env).isLocal).toBe(isLocal);
  });

  test('turns a listen address into a URL that a browser can open', () => {
    expect(addressUrl('0.0.0.0', 3000)).toBe('http://localhost:3000');
    expect(addressUrl('::1', 3000)).toBe('http://[::1]:3000');
    expect(addressUrl('example.com', 80)).toBe('http://example.com');
  });
});

describe('secrets in files', () => {
  const file = (text: string) => {
    const dir = mkdtempSync(join(tmpdir(), 'tracker-config-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    writeFileSync(join(dir, 'secret'), text);
    return join(dir, 'secret');
  };

  test('reads a secret from the file that its setting names', () => {
    const config = loadConfig({ APP_KEYS_FILE: file(`a:${key(1)}\n`), DATABASE_URL_FILE: file('postgres://h/d\n') });
    expect(config.appKeys?.map(({ id }) => id)).toEqual(['a']);
    expect(config.databaseUrl).toBe('postgres://h/d');
  });

  test('rejects a file that is missing or empty, and a value besides a file', () => {
    expect(mistakes({ APP_KEYS_FILE: '/nowhere/keys' })).toEqual([
      'APP_KEYS_FILE names /nowhere/keys, which cannot be read.',
    ]);
    const empty = file(' \n');
    expect(mistakes({ SMTP_URL_FILE: empty })).toEqual([`SMTP_URL_FILE names ${empty}, which is empty.`]);
    expect(mistakes({ REDIS_URL: 'redis://h', REDIS_URL_FILE: empty })).toEqual([
      'Give either REDIS_URL or REDIS_URL_FILE, not both.',
    ]);
  });

  test('does not read a file for a setting that is no secret', () => {
    expect(loadConfig({ HOST_FILE: file('example.com') }).host).toBe('127.0.0.1');
  });
});

describe('mistakes', () => {
  test.each([
    ['HOST', 'a b'],
    ['PORT', '70000'],
    ['PORT', '3000.5'],
    ['DEMO_DATA', 'maybe'],
    ['REGISTRATION', 'closed'],
    ['PUBLIC_URL', 'example.com'],
    ['DATABASE_URL', 'mysql://u:secret@db/x'],
    ['CLICKHOUSE_URL', 'ch:8123'],
    ['KAFKA_BROKERS', 'k1'],
    ['KAFKA_REPLICATION', '0'],
    ['KAFKA_PARTITIONS', 'many'],
    ['KAFKA_TOPIC_PREFIX', 'a b'],
    ['KAFKA_SESSION_SECONDS', '1'],
    ['KAFKA_SSL', 'maybe'],
    ['KAFKA_SSL_CA', '/nowhere/ca.pem'],
    ['KAFKA_SASL_MECHANISM', 'gssapi'],
    ['REDIS_URL', 'http://r'],
    ['APP_KEYS', 'secret'],
    ['APP_KEYS', `a:${key(1)},a:${key(2)}`],
    ['TRUST_PROXY', 'everyone'],
    ['ADMIN_PORT', '-1'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['ADMIN_HOST', 'a b'],
    ['RUN_AS_ROOT', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'mail.example.com'],
    ['MAIL_FROM', 'somebody'],
    ['MAIL_FROM', 'a@b.c, d@e.f'],
    ['META_APP_ID', 'abc'],
    ['META_GRAPH_URL', 'graph'],
    ['META_DIALOG_URL', 'dialog'],
    ['META_API_VERSION', '26'],
  ])('rejects %s=%s with a sentence that names the setting', (name, value) => {
    const [first, ...rest] = mistakes({ ...(name === 'META_APP_ID' && { META_APP_SECRET: 's' }), [name]: value });
    expect(first).toMatch(new RegExp(`^${name} .*\\.$`));
    expect(first).not.toContain('secret');
    expect(rest).toEqual([]);
  });

  test('reports all mistakes at once', () => {
    expect(mistakes({ PORT: 'x', LOG_LEVEL: 'loud', TRUST_PROXY: 'all' })).toHaveLength(3);
  });

  test('rejects a part of the SASL settings, and a password that would be sent in the clear', () => {
    const user = { KAFKA_SASL_USERNAME: 'u', KAFKA_SASL_PASSWORD: 'secret' };
    expect(mistakes(user)).toEqual([
      'KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD must be set together.',
    ]);
    expect(mistakes({ ...user, KAFKA_SASL_MECHANISM: 'plain' })).toEqual([
      'KAFKA_SASL_MECHANISM=plain sends the password as it is, so it needs KAFKA_SSL=on.',
    ]);
  });

  test('rejects META_APP_ID without META_APP_SECRET', () => {
    expect(mistakes({ META_APP_ID: '1' })).toEqual(['META_APP_ID and META_APP_SECRET must be set together.']);
  });
});

describe('a file of settings', () => {
  const folder = () => {
    const dir = mkdtempSync(join(tmpdir(), 'tracker-config-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    return dir;
  };
  const read = (content: string | Uint8Array) => {
    const dir = folder();
    writeFileSync(join(dir, '.env'), content);
    return { PORT: undefined, DATABASE_URL: undefined, ...environment(dir) };
  };
  const refusal = (content: string | Uint8Array): string => {
    try {
      read(content);
    } catch (error) {
      if (error instanceof ConfigError) return error.message.replaceAll(/\/\S*\/\.env/g, '.env');
      throw error;
    }
    return '';
  };
  const lines = 'DATABASE_URL=postgres://u:p@db/tracker\nPORT=4000\n';
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

  test.each([
    ['as it is', lines],
    ['with a byte order mark', `\ufeff${lines}`],
    ['in UTF-16', utf16(lines)],
    ['in UTF-16 of the other order', utf16(lines).swap16()],
    ['with line ends of Windows', lines.replaceAll('\n', '\r\n')],
    ['with line ends of an old Mac', lines.replaceAll('\n', '\r')],
    ['with quotes', 'DATABASE_URL="postgres://u:p@db/tracker"\nPORT=\'4000\''],
    ['with exports and comments', `# ours\n\n${lines.trimEnd().replaceAll(/^/gm, ' export ')}  # a note`],
  ])('is read %s', (_, content) => {
    expect(read(content)).toMatchObject({ DATABASE_URL: 'postgres://u:p@db/tracker', PORT: '4000' });
  });

  test.each([
    ['PORT: 4000', 'Line 1 of .env is no setting; write it as NAME=value.'],
    [`${lines}<<<<<<< HEAD`, 'Line 3 of .env is no setting; write it as NAME=value.'],
    ['KAFKA_SASL_PASSWORD=p#w', 'Line 1 of .env has a # in its value; put the value in quotes.'],
    [`KAFKA_SASL_USERNAME="u\n${lines}META_APP_ID=1"`, 'Line 1 of .env begins with " and does not end with it.'],
    [utf16(lines).subarray(2), 'The settings file .env is not text in UTF-8; save it again with this encoding.'],
    [
      Buffer.from('MAIL_FROM=Loja Três <a@b.c>', 'latin1'),
      'The settings file .env is not text in UTF-8; save it again with this encoding.',
    ],
  ])('is refused where a setting in it would be lost: %j', (content, sentence) => {
    expect(refusal(content)).toBe(sentence);
  });

  test('is refused when it is a folder', () => {
    const dir = folder();
    mkdirSync(join(dir, '.env'));
    expect(() => environment(dir)).toThrow('it is a folder.');
  });
});

test('a value keeps no quotes that a program passed on with it', () => {
  expect(loadConfig({ PORT: '"4000"', DATABASE_URL: "'postgres://h/d'" })).toMatchObject({
    port: 4000,
    databaseUrl: 'postgres://h/d',
  });
});

test('a name that is nearly a setting is pointed out', () => {
  const given = { DATADIR: '/srv', DATABASE_URI: 'postgres://h/d', PUBLIC_ULR: 'x', SMTPURL: 'x' };
  const others = {
    PATH: '/bin',
    HOSTNAME: 'h',
    HOME: '/root',
    REDIS_PORT: '6379',
    npm_config_port: '1',
    LOGNAME: 'me',
  };
  expect(mistypedSettings({ ...given, ...others, DATA_DIR: '/srv', APP_KEYS_FILE: '/keys' })).toEqual([
    'DATADIR is no setting of the product and is left out; did you mean DATA_DIR?',
    'DATABASE_URI is no setting of the product and is left out; did you mean DATABASE_URL?',
    'PUBLIC_ULR is no setting of the product and is left out; did you mean PUBLIC_URL?',
    'SMTPURL is no setting of the product and is left out; did you mean SMTP_URL?',
  ]);
});

const WRONG = [
  '',
  ' ',
  '"',
  '%',
  '~',
  '\0',
  'é',
  'a b',
  '-1',
  '1e3',
  '0x10',
  'null',
  'true',
  '/',
  '/nowhere',
  '[',
  'http://',
  'http://%',
  '://',
  'a'.repeat(5_000),
  '😀',
  '$PORT',
  '{{x}}',
  'x\ny',
];

test.each(Object.entries<SettingText>(settingTexts))('%s: what cannot be meant is a sentence', (name, { secret }) => {
  const hosts = ['http', 'https', 'postgres', 'redis', 'smtp', 's3', 'file'].flatMap((scheme) => [
    `${scheme}://u:p%@host/x`,
    `${scheme}://host:99999`,
    `${scheme}://`,
  ]);
  for (const value of [...WRONG, ...hosts]) {
    for (const sentence of mistakes({ [name]: value })) {
      expect(sentence).toMatch(/^[A-Z][A-Z0-9_]+[ ,=].*\.$/s);
      if (secret) expect(sentence).not.toContain('u:p%@');
    }
  }
  if (secret) expect(mistakes({ [`${name}_FILE`]: '/nowhere' })).toHaveLength(1);
});

test.each<[SettingName, string, string]>([
  [
    'PUBLIC_URL',
    'https://loja.com.br/tracker',
    'PUBLIC_URL must be a host of its own, without a path, such as "https://loja.com.br".',
  ],
  [
    'PUBLIC_URL',
    'https://loja.com.br/?x=1#y',
    'PUBLIC_URL must be a host of its own, without a path, such as "https://loja.com.br".',
  ],
  ['DATABASE_URL', 'postgres://u:100%@db/d', 'DATABASE_URL has a % that begins no code such as %40; write it as %25.'],
  ['REDIS_URL', 'redis://:100%@r', 'REDIS_URL has a % that begins no code such as %40; write it as %25.'],
  ['SMTP_URL', 'smtp://u:100%@m', 'SMTP_URL has a % that begins no code such as %40; write it as %25.'],
  [
    'DATA_DIR',
    '~/tracker',
    'DATA_DIR must be a path; write ~ out, such as "/home/user/traffic-tracker", not "~/tracker".',
  ],
])('%s=%s is refused', (name, value, sentence) => {
  expect(mistakes({ [name]: value })).toEqual([sentence]);
});

test('an origin is kept as browsers write it', () => {
  expect(loadConfig({ PUBLIC_URL: 'https://T.Example.com:443/' }).publicUrl).toBe('https://t.example.com');
});

test('names every setting in .env.example, and its values equal the defaults', () => {
  const text = renderEnvExample();
  const values = [...text.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const);
  expect(values.map(([name]) => name)).toEqual(Object.keys(settingTexts));
  expect(loadConfig(Object.fromEntries(values))).toEqual(loadConfig({}));
});
