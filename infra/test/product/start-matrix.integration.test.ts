// Each store × what an operator may get wrong: the start ends with a sentence that names the setting and the next step, or, where events can wait,
// goes on and `ops doctor` says it. Never a stack. Settings that are wrong by themselves: config.test.ts.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@tracker/infra/config/config';
import { factsOfSettings, readFacts } from '@tracker/infra/doctor/read-facts';
import { findingsOf } from '@tracker/infra/doctor/rules';
import { StartError } from '@tracker/infra/errors/start-error';
import { startJobQueue } from '@tracker/infra/jobs/start-job-queue';
import { acquireDataDir } from '@tracker/infra/lifecycle/data-dir';
import { createLifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { storeParts } from '@tracker/infra/program/store-parts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { within } from '../kit/machine.ts';
import { freePorts } from '../kit/server-processes.ts';
import { useStack } from '../kit/stack.ts';

const stack = useStack();
const SECRET = 'senha-secreta-77';

/** Opens the stores as the API does. Gives what it opened, or the reason why the start ends. */
async function start(settings: Record<string, string>) {
  const lifecycle = createLifecycle(stack.logger);
  onTestFinished(() => lifecycle.stop());
  const config = loadConfig({ DATABASE_URL: stack.postgresUrl, CLICKHOUSE_URL: stack.clickhouseUrl, ...settings });
  const databaseUrl = config.databaseUrl ?? '';
  const { logger } = stack;
  try {
    const parts = storeParts(lifecycle, { config, databaseUrl, logger, isTool: true });
    const postgres = await parts.postgres(2);
    const clickhouse = await parts.clickhouse(postgres);
    const log = await parts.eventLog(postgres);
    await startJobQueue(lifecycle, { config, databaseUrl, logger });
    return { opened: { config, postgres, clickhouse, log, logger } };
  } catch (error) {
    return { error };
  }
}

/** The sentence with which the start ends. */
async function sentence(settings: Record<string, string>): Promise<string> {
  const { error } = await start(settings);
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).not.toContain(SECRET);
  expect(message).not.toMatch(/\n|\bat \w+ \(/);
  return message;
}

/** What the doctor finds in an installation whose start goes on. */
async function findings(settings: Record<string, string>): Promise<string[]> {
  const { opened, error } = await start(settings);
  expect(error).toBeUndefined();
  const found = findingsOf(await readFacts(opened!));
  return found.filter(({ level }) => level === 'red').map(({ check, says }) => `${check}: ${says}`);
}

const changed = (url: string, change: (url: URL) => void): string => {
  const given = new URL(url);
  change(given);
  return given.href;
};

/** Takes connections and answers with these bytes, or never. */
async function peer(answer?: string): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (answer !== undefined) socket.end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** As another program that was named by mistake. */
async function webServer(status: number): Promise<string> {
  const server = createWebServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><p>Olá');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const nowhere = async () => `127.0.0.1:${(await freePorts(1))[0]}`;

describe('Postgres', () => {
  const login = `postgres://ana:${SECRET}@`;
  test.each<[string, () => Promise<string> | string, RegExp]>([
    [
      'nothing listens',
      async () => `${login}${await nowhere()}/tracker`,
      /DATABASE_URL does not answer: .*ECONNREFUSED/,
    ],
    ['its name is not known', () => `${login}db.invalid/tracker`, /DATABASE_URL does not answer/],
    ['it closes each connection', async () => `${login}${await peer('')}/tracker`, /DATABASE_URL .+: is it PostgreSQL/],
    [
      'the password is wrong',
      () => changed(stack.postgresUrl, (url) => Object.assign(url, { password: SECRET })),
      /Is the user or the password in DATABASE_URL wrong\?/,
    ],
    [
      'the user is not known',
      () => changed(stack.postgresUrl, (url) => Object.assign(url, { username: 'ninguem', password: SECRET })),
      /Is the user or the password in DATABASE_URL wrong\?/,
    ],
    [
      'the database is missing',
      () => changed(stack.postgresUrl, (url) => Object.assign(url, { pathname: '/nao_existe' })),
      /Create it, or name another one in DATABASE_URL\./,
    ],
    [
      'it speaks no TLS',
      () => changed(stack.postgresUrl, (url) => url.searchParams.set('sslmode', 'verify-full')),
      /DATABASE_URL/,
    ],
  ])(
    'ends the start with a sentence where %s',
    async (_what, url, expected) => {
      expect(await sentence({ DATABASE_URL: await url() })).toMatch(expected);
    },
    within(60_000),
  );
});

describe('ClickHouse', () => {
  const login = `http://ana:${SECRET}@`;
  test.each<[string, () => Promise<string> | string, RegExp]>([
    [
      'nothing listens',
      async () => `${login}${await nowhere()}`,
      /not reached \(ECONNREFUSED\); is CLICKHOUSE_URL right/,
    ],
    ['its name is not known', () => `${login}ch.invalid`, /not reached.*CLICKHOUSE_URL/],
    ['it is a web server', async () => `${login}${await webServer(200)}`, /CLICKHOUSE_URL is no ClickHouse/],
    ['it is a web server that knows no such page', async () => `${login}${await webServer(404)}`, /CLICKHOUSE_URL/],
    ['it closes each connection', async () => `${login}${await peer('')}`, /not reached.*CLICKHOUSE_URL/],
    ['it is Postgres', () => `${login}127.0.0.1:${new URL(stack.postgresUrl).port}`, /not reached.*CLICKHOUSE_URL/],
    ['it speaks no TLS', () => stack.clickhouseUrl.replace('http:', 'https:'), /not reached.*CLICKHOUSE_URL/],
    [
      'the password is wrong',
      () => changed(stack.clickhouseUrl, (url) => Object.assign(url, { password: SECRET })),
      /refuses the user or the password in CLICKHOUSE_URL/,
    ],
  ])(
    'ends the start with a sentence where %s',
    async (_what, url, expected) => {
      expect(await sentence({ CLICKHOUSE_URL: await url() })).toMatch(expected);
    },
    within(60_000),
  );
});

describe('Kafka, Redis and the mail server', () => {
  test.each<[string, () => Promise<Record<string, string>>, RegExp]>([
    ['Kafka is not there', async () => ({ KAFKA_BROKERS: await nowhere() }), /^stores: Kafka did not answer: /],
    [
      'Kafka closes each connection',
      async () => ({ KAFKA_BROKERS: await peer('') }),
      /^stores: Kafka did not answer: /,
    ],
    [
      'Redis is not there',
      async () => ({ REDIS_URL: `redis://${await nowhere()}` }),
      /^stores: Redis did not answer: /,
    ],
    [
      'Redis is a web server',
      async () => ({ REDIS_URL: `redis://:${SECRET}@${await webServer(200)}` }),
      /^stores: Redis did not answer: /,
    ],
    [
      'the mail server is not there',
      async () => ({ SMTP_URL: `smtp://${await nowhere()}` }),
      /^mail: .+ nothing listens/,
    ],
    ['the mail server hangs', async () => ({ SMTP_URL: `smtp://${await peer()}` }), /^mail: .+ did not answer in time/],
    ['the mail server is a web server', async () => ({ SMTP_URL: `smtp://${await webServer(200)}` }), /^mail: No mail/],
  ])(
    'end no start where %s, and the doctor is red',
    async (_what, settings, expected) => {
      const found = await findings(await settings());
      expect(found).toContainEqual(expect.stringMatching(expected));
      for (const says of found) expect(says).not.toMatch(new RegExp(`${SECRET}|\\n|\\bat \\w+ \\(`));
    },
    within(120_000),
  );

  test('are asked also where no store can be opened', async () => {
    const config = loadConfig({
      DATABASE_URL: `postgres://a:b@${await nowhere()}/x`,
      SMTP_URL: `smtp://${await nowhere()}`,
    });
    expect((await factsOfSettings(config)).mailProblem).toBe('refused');
  });
});

describe('DATA_DIR', () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-matrix-`));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    return path;
  };
  test.each<[string, () => string]>([
    [
      'it is a file',
      () => {
        const path = join(folder(), 'file');
        writeFileSync(path, '');
        return path;
      },
    ],
    [
      'it is below a file',
      () => {
        const path = join(folder(), 'file');
        writeFileSync(path, '');
        return join(path, 'data');
      },
    ],
    ['nothing can be made there', () => '/proc/tracker/data'],
    ['it is a device', () => '/dev/null'],
  ])('ends the start with a sentence that names it where %s', (_what, path) => {
    const dataDir = path();
    let error: unknown;
    try {
      acquireDataDir(dataDir);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(StartError);
    expect((error as StartError).message).toMatch(/^The data directory .+ (?:set DATA_DIR|give this user).*\.$/);
  });
});
