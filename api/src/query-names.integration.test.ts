import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestFor, type StaffedTenant, useApi } from './testing/use-api.ts';

/** What a call does not know of a query is never left out in silence: an answer is of exactly what was asked, or a 400 that names the parameter. */
const api = useApi();
let tenant: StaffedTenant;
beforeAll(async () => {
  tenant = await api.tenant();
});

const strict = CONTRACTS.filter(({ path, method, stream }) => path.startsWith('/api/') && !stream && method === 'GET');
const routes = strict.map((contract) => [`${contract.method} ${contract.path}`, contract] as const);

const namesOf = ({ query }: Contract): string[] => Object.keys(query?.shape ?? {});
const takes = ({ query }: Contract, name: string, value: unknown): boolean =>
  query?.shape[name]?.safeParse(value).success === true;
const isList = (contract: Contract, name: string) =>
  takes(contract, name, []) || contract.commaLists?.includes(name) === true;

async function ask(contract: Contract, search: string) {
  const { url } = requestFor(contract, { params: { tenantId: tenant.tenantId, campaignId: tenant.campaignId } });
  const answer = await tenant.admin.ask(`${url}?${search}`);
  const { message, error, fields, details } = answer.statusCode === 400 ? answer.json() : ({} as never);
  return { status: answer.statusCode, message, error, fields: fields ?? details };
}

describe.each(routes)('%s', (_, contract) => {
  test('refuses a name that it does not know, with the nearest that it knows', async () => {
    for (const name of ['filtro', '__proto__', 'campaign_ids', 'x'.repeat(3_000), '%00', 'f[campaign]']) {
      const { status, message, error, fields } = await ask(contract, `${name}=A`);
      expect([status, error], name).toEqual([400, contract.invalid ?? 'invalid-fields']);
      const known = [...namesOf(contract), 'company'];
      const [, nearest = ''] = /Você quis dizer "([^"]+)"\?/.exec(message) ?? [];
      expect(known).toContain(nearest);
      for (const one of known.length > 1 ? known : []) expect(message).toContain(one);
      expect(Object.keys(fields)).toEqual([decodeURIComponent(name)]);
    }
  });

  test('finds the name that was meant in the usual misspellings', async () => {
    for (const name of namesOf(contract)) {
      const known = [...namesOf(contract), 'company'];
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      for (const written of [snake, snake.toUpperCase(), name.toLowerCase(), `${name}[x]`]) {
        if (known.includes(written)) continue;
        expect((await ask(contract, `${encodeURIComponent(written)}=1`)).message, written).toContain(`"${name}"?`);
      }
    }
  });

  test('refuses a second value of a name that takes one, and an empty value of one that may be left out', async () => {
    for (const name of namesOf(contract)) {
      if (!isList(contract, name)) {
        const twice = await ask(contract, `${name}=1&${name}=1`);
        expect([twice.status, twice.message], name).toEqual([
          400,
          `Informe "${name}" uma vez só: ele aceita um único valor.`,
        ]);
        expect((await ask(contract, `${name}[]=1`)).message).toMatch(`Parâmetro desconhecido: "${name}[]"`);
      }
      if (!takes(contract, name, undefined) || contract.emptyMeans?.includes(name)) continue;
      const empty = await ask(contract, `${name}=`);
      expect([empty.status, empty.message], name).toEqual([
        400,
        `"${name}" está vazio. Informe um valor ou retire o parâmetro.`,
      ]);
    }
  });
});

/** What may be a value of a parameter; of each those are taken that its schema takes. */
const VALUES = [
  ...['2036-11-01', '2036-11-20', '2036-11-20T00:00:00Z', '1', '3', '30', 'a', 'praia', 'campaign', 'channel', 'ad'],
  ...[
    'clicks',
    'revenue',
    '-revenue',
    'campaign:is:a,b',
    'device:not:bot',
    'today',
    'approved',
    'with',
    'true',
    'later',
  ],
  ...['facebook', 'previous', 'same', '1970-01-01', '2036-11-31', '-1', ' ', '\u0000', '%', "';--"],
];
const csvOrPage = ({ csv, page, script, picture }: Contract) => csv || page || script || picture;
const asked = strict.filter((contract) => namesOf(contract).length > 0 && !csvOrPage(contract));

/** One parameter of a query as a client writes it, and whether it can be meant. */
interface Written {
  readonly name: string;
  readonly values: readonly string[];
  /** `a=1&a=2`, `a[]=1`, `a[0]=1`. */
  readonly style: '' | '[]' | '[0]';
}
const writtenOf = (contract: Contract): fc.Arbitrary<Written> =>
  fc.constantFrom(...namesOf(contract), 'filtro', 'campaign_ids').chain((name) => {
    const taken = VALUES.filter((value) => takes(contract, name, value) || takes(contract, name, [value]));
    const value = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...(taken.length > 0 ? taken : VALUES)) },
      fc.constantFrom(...VALUES, ''),
    );
    return fc.record({
      name: fc.constant(name),
      values: fc.array(value, { minLength: 1, maxLength: isList(contract, name) ? 3 : 2, size: 'max' }),
      style: fc.constantFrom('', '', '', '[]', '[0]') as fc.Arbitrary<Written['style']>,
    });
  });
const searchOf = (parameters: readonly Written[], asWritten: boolean) =>
  parameters
    .flatMap(({ name, values, style }) =>
      values.map((value, at) => {
        const suffix = !asWritten ? '' : style === '[0]' ? `[${at}]` : style;
        return `${encodeURIComponent(name)}${encodeURIComponent(suffix)}=${encodeURIComponent(value)}`;
      }),
    )
    .join('&');

/** Of what cannot be meant there is no answer. */
const cannotBeMeant = (contract: Contract, parameters: readonly Written[]) =>
  parameters.some(({ name, values, style }) => {
    if (!namesOf(contract).includes(name)) return true;
    if (!isList(contract, name) && (values.length > 1 || style !== '')) return true;
    const mayBeEmpty = contract.emptyMeans?.includes(name) || !takes(contract, name, undefined);
    return values.includes('') && !mayBeEmpty;
  });

test('answers a random query with exactly what it asks, in any order and style, or with 400', async () => {
  const answerTo = async (contract: Contract, search: string) => {
    const { url } = requestFor(contract, { params: { tenantId: tenant.tenantId, campaignId: tenant.campaignId } });
    const { statusCode, headers, body } = await tenant.admin.ask(`${url}?${search}`);
    return { statusCode, total: headers['x-total-count'], body: statusCode === 200 ? body : '' };
  };
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...asked).chain((contract) =>
        fc.record({
          contract: fc.constant(contract),
          parameters: fc.uniqueArray(writtenOf(contract), { maxLength: 4, selector: ({ name }) => name }),
        }),
      ),
      fc.nat(),
      async ({ contract, parameters }, turn) => {
        const turned = parameters.map((_, at) => parameters[(at + turn) % parameters.length] as Written);
        const given = await answerTo(contract, searchOf(turned, true));
        expect([200, 400, 404, 409]).toContain(given.statusCode);
        if (cannotBeMeant(contract, parameters)) expect(given.statusCode).toBe(400);
        else expect(given).toEqual(await answerTo(contract, searchOf(parameters, false)));
        if (given.statusCode === 200) answered += 1;
      },
    ),
    { numRuns: 150 },
  );
  expect(answered).toBeGreaterThan(15);
});

test('refuses a name that a change does not know: a dry run that is misspelt would be a real one', async () => {
  for (const path of ['/api/spend/import', '/api/conversions/import']) {
    const answer = await tenant.editor.ask({
      method: 'POST',
      url: `${path}?dryrun=1`,
      headers: { 'content-type': 'text/csv' },
      payload: 'a,b\n1,2\n',
    });
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('"dryRun"?')]);
  }
});

describe('lists', () => {
  const DAYS = 'from=2036-11-01&to=2036-11-20';
  const figures = async (search: string) => (await tenant.viewer.ask(`/api/figures?${DAYS}&${search}`)).json();

  test('are read in each style that clients write', async () => {
    const one = await figures('by=campaign,day&metrics=clicks,revenue&f=campaign:is:a,b&f=device:not:bot');
    expect(one).toMatchObject({ rows: [] });
    for (const style of ['[]', '[0]', '[1]', '%5B%5D']) {
      const [first, second] = /\d/.test(style) ? ['[0]', '[1]'] : [style, style];
      const same = await figures(
        `by${first}=campaign&by${second}=day&metrics${first}=clicks&metrics${second}=revenue&f${first}=campaign:is:a,b&f${second}=device:not:bot`,
      );
      expect(same).toEqual(one);
    }
    expect(
      await figures('by=campaign&by=day&metrics=clicks&metrics=revenue&f=campaign:is:a,b&f=device:not:bot'),
    ).toEqual(one);
  });

  test('keep the order of their indexes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(['campaign', 'day', 'channel'], { minLength: 3 }), async (order) => {
        const indexes = ['campaign', 'day', 'channel'];
        const by = order.map((dim) => `by[${indexes.indexOf(dim)}]=${dim}`).join('&');
        expect(await figures(`${by}&metrics=clicks`)).toEqual(await figures('by=campaign,day,channel&metrics=clicks'));
      }),
      { numRuns: 6 },
    );
  });
});
