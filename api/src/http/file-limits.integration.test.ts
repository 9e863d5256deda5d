import { beforeEach, describe, expect, test } from 'vitest';
import { NOW, type TestPerson, useApi } from '../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

const HEADERS = { 'content-type': 'text/csv' };
const CONVERSIONS = '/api/conversions/import?dryRun=1';
const SPEND = '/api/spend/import?dryRun=1';
const send = ({ ask }: TestPerson, url: string, payload: string) =>
  ask({ method: 'POST', url, headers: HEADERS, payload });

/** Some 250 slices. */
const LONG = `date,transaction,value\n${`2036-11-01,,97.90${','.repeat(180)}${' '.repeat(780)}x\n`.repeat(2_000)}`;

describe('a file that a person sends', () => {
  test('lets other requests be answered while it is read, with others that wait', async () => {
    const tenant = await api.tenant();
    const answered: string[] = [];
    const files = [tenant.admin, tenant.editor].map(async (person, index) => {
      const response = await send(person, CONVERSIONS, LONG);
      answered.push(`file ${index}`);
      return response;
    });
    // While the files are read.
    await new Promise((resolve) => setImmediate(resolve));
    expect((await tenant.viewer.ask('/api/auth/user')).statusCode).toBe(200);
    answered.push('person');
    for (const response of await Promise.all(files)) {
      expect([response.statusCode, response.json().rows, response.json().errors.length]).toEqual([200, 2_000, 2_000]);
    }
    expect(answered[0]).toBe('person');
    expect(answered.slice(1).sort()).toEqual(['file 0', 'file 1']);
  });

  test.each([
    ['conversions', CONVERSIONS],
    ['spend', SPEND],
  ])('is one of ten at once and three a minute by person, and of thirty at once by company, for %s', async (_, url) => {
    const tenant = await api.tenant();
    const others = await Promise.all([api.person(tenant, 'editor'), api.person(tenant, 'editor')]);
    const sendTimes = async (person: TestPerson, times: number) => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time += 1) statuses.push((await send(person, url, 'x')).statusCode);
      return statuses;
    };
    expect(await sendTimes(tenant.admin, 11)).toEqual([...Array(10).fill(400), 429]);
    expect((await send(tenant.admin, url, 'x')).headers['retry-after']).toBe('20');
    expect(await sendTimes(tenant.editor, 10)).toEqual(Array(10).fill(400));
    expect(await sendTimes(others[0] as TestPerson, 10)).toEqual(Array(10).fill(400));
    expect(await sendTimes(others[1] as TestPerson, 1)).toEqual([429]);
    expect((await send((await api.tenant()).admin, url, 'x')).statusCode).toBe(400);
    api.clock.advance(20_000);
    expect(await sendTimes(tenant.admin, 2)).toEqual([400, 429]);
  });

  test('is refused with its line when no spreadsheet writes it so', async () => {
    const { editor } = await api.tenant();
    for (const url of [CONVERSIONS, SPEND]) {
      const answer = await send(editor, url, ';'.repeat(900_000));
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'file-too-wide']);
      expect(answer.json().message).toBe(
        'A linha 1 do arquivo é grande demais: são até 201 colunas, com até 4.000 caracteres cada uma.',
      );
    }
  });

  test('waits with one other of its company, and is refused with 503 beyond', async () => {
    const tenant = await api.tenant();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(tenant.admin, CONVERSIONS, LONG)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 503, 503, 503, 503, 503]);
    expect(answers.find(({ statusCode }) => statusCode === 503)?.json().error).toBe('files-busy');
  });
});
