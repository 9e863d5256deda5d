import { expect, test } from 'vitest';
import { createLogger, withoutCredentials } from './logger.ts';

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
