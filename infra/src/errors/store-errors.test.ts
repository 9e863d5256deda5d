import { expect, test } from 'vitest';
import { StoreError } from '../clickhouse/errors.ts';
import {
  CLICKHOUSE_DEFECTS,
  CLICKHOUSE_ERRORS,
  CONNECTION_ERRORS,
  classOf,
  classOfClickHouseError,
  isUnavailable,
  POSTGRES_ERRORS,
} from './store-errors.ts';

const withCode = (code: string, more = {}) => Object.assign(new Error('no'), { code, ...more });

test.each([...CLICKHOUSE_ERRORS])('classes ClickHouse’s $code $name as $means', ({ code, means }) => {
  expect(classOfClickHouseError(Number(code), '')).toBe(means);
});

test.each([...POSTGRES_ERRORS])('classes Postgres’ $code $name as $means', ({ code, means }) => {
  expect(classOf(withCode(code.padEnd(5, '0')))).toBe(means);
});

test.each([...CONNECTION_ERRORS])('classes $code, $name, as $means', ({ code, means }) => {
  expect(classOf(withCode(code, { syscall: 'connect' }))).toBe(means);
});

test('separates the two refusals of number 252', () => {
  expect(classOfClickHouseError(252, 'Too many partitions for single INSERT block')).toBe('data');
  expect(classOfClickHouseError(252, 'Too many parts (300) in table')).toBe('busy');
});

test('reads an error through its causes, and takes what says nothing for a defect', () => {
  const store = new StoreError('insert into clicks failed', { kind: 'busy', code: 241, type: 'MEMORY_LIMIT_EXCEEDED' });
  expect(classOf(new Error('batch', { cause: new Error('step', { cause: withCode('ECONNREFUSED') }) }))).toBe('away');
  expect(classOf(new Error('batch', { cause: store }))).toBe('busy');
  expect(classOf(new RangeError('bad amount'))).toBe('defect');
  expect(classOf(withCode('ENOENT', { syscall: 'open' }))).toBe('busy');
  expect(classOf('a text')).toBe('defect');
  expect([isUnavailable(store), isUnavailable(new RangeError('bad amount'))]).toEqual([true, false]);
});

test.each([...CLICKHOUSE_DEFECTS])('classes ClickHouse’s $code $name as ours', ({ code, means }) => {
  expect(classOfClickHouseError(Number(code), '')).toBe(means);
});

test('takes what no table knows, and all that is of files, memory, pipes and threads, for busy', () => {
  for (const code of [298, 573, 439, 173, 9_999])
    expect([code, classOfClickHouseError(code, '')]).toEqual([code, 'busy']);
  for (const [code, errno] of Object.entries({
    EMFILE: -24,
    ENOMEM: -12,
    ENOSPC: -28,
    EAGAIN: -11,
    EBADF: -9,
    EIO: -5,
  })) {
    expect([code, classOf(withCode(code, { errno }))]).toEqual([code, 'busy']);
    expect([code, classOf(withCode(code, { syscall: 'write' }))]).toEqual([code, 'busy']);
  }
  expect(classOf(new RangeError('Array buffer allocation failed'))).toBe('busy');
  expect(classOf(withCode('ERR_WORKER_OUT_OF_MEMORY'))).toBe('busy');
  expect([classOf(withCode('XX000')), classOf(withCode('42703'))]).toEqual(['busy', 'defect']);
});
