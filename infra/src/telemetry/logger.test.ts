import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createLogger, logFile, withoutCredentials } from './logger.ts';

function captured() {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', name: 'test', destination: { write: (line) => void lines.push(line) } });
  return { logger, last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

test('redacts passwords, cookies, tokens and authorization headers', () => {
  const { logger, last } = captured();
  const req = { headers: { cookie: 'c', 'set-cookie': 's', authorization: 'a' } };
  logger.info({ event: 'metrics.listening', password: 'p', body: { token: 't' }, req }, 'listening');
  expect(last()).toMatchObject({
    password: '[redacted]',
    body: { token: '[redacted]' },
    req: { headers: { cookie: '[redacted]', 'set-cookie': '[redacted]', authorization: '[redacted]' } },
  });
});

test('logs message, stack and code of an error, without the password of a URL', () => {
  const { logger, last } = captured();
  const error = Object.assign(new Error('cannot reach postgres://u:hunter2@db:5432/x'), {
    code: 'ECONNREFUSED',
    query: 'row',
  });
  logger.error({ event: 'http.request.failed', err: error }, 'failed');
  expect(last().err).toMatchObject({ message: 'cannot reach postgres://***@db:5432/x', code: 'ECONNREFUSED' });
  expect(JSON.stringify(last())).not.toContain('hunter2');
  expect(last().err.query).toBeUndefined();
});

test('redacts e-mail addresses in any text, but not package versions', () => {
  const { logger, last } = captured();
  let error: unknown;
  try {
    JSON.parse('ana@example.com');
  } catch (thrown) {
    error = thrown;
  }
  const url = '/?email=ana%40example.com';
  logger.error({ event: 'http.request.failed', err: error, url }, 'ana@example.com is no JSON');
  expect(JSON.stringify(last())).not.toMatch(/ana(@|%40)/);
  expect(last()).toMatchObject({ url: '/?email=[email]', msg: '[email] is no JSON', err: { type: 'SyntaxError' } });
  const stack = 'at node_modules/.pnpm/postgres@3.4.7/node_modules/@types+node@24.10.1 v1@1.0.0-beta.17';
  logger.error({ event: 'http.request.failed' }, stack);
  expect(last().msg).toContain('postgres@3.4.7/node_modules/@types+node@24.10.1 v1@1.0.0-beta.17');
});

test('keeps a URL without credentials unchanged', () => {
  expect(withoutCredentials('http://host:8123/a@b')).toBe('http://host:8123/a@b');
});

test('writes one warning of a kind a minute, and says how many were left out', () => {
  const lines: Record<string, unknown>[] = [];
  let nowMs = 0;
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ level: 'info', name: 'test', destination, now: () => nowMs });
  const warn = (reason: string) =>
    logger.child({ part: 'x' }).warn({ event: 'dead-letter.stored', reason }, 'kept aside');
  for (let count = 0; count < 300; count += 1) warn('not JSON');
  warn('another reason');
  logger.error({ event: 'http.request.failed' }, 'an error is never left out');
  logger.error({ event: 'http.request.failed' }, 'an error is never left out');
  expect(lines).toHaveLength(4);
  nowMs = 60_000;
  warn('not JSON');
  expect(lines.at(-1)).toMatchObject({ event: 'dead-letter.stored', reason: 'not JSON', leftOut: 299 });
  expect(lines[0]).not.toHaveProperty('leftOut');
});

describe('log file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-log-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is rotated by size, keeps a few old files, and goes on after a restart', () => {
    const path = join(folder, 'log', 'tracker.log');
    const rotation = { bytesMax: 100, oldFiles: 2 };
    const line = (number: number) => `${String(number).padStart(39, '0')}\n`;
    const first = logFile(path, rotation);
    for (let number = 0; number < 7; number += 1) first.write(line(number));
    logFile(path, rotation).write(line(7));
    logFile(path, rotation).write(line(8));
    expect(readdirSync(join(folder, 'log')).sort()).toEqual(['tracker.log', 'tracker.log.1', 'tracker.log.2']);
    expect(readFileSync(path, 'utf8')).toBe(line(8));
    expect(readFileSync(`${path}.1`, 'utf8')).toBe(line(6) + line(7));
    expect(readFileSync(`${path}.2`, 'utf8')).toBe(line(4) + line(5));
  });
});
