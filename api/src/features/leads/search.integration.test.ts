import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';
import { storeLeads } from '../../testing/leads.ts';
import { createLeadRepository } from './repository.ts';
import { createLeadSearch } from './search.ts';

const stack = useStack();

test('returns the newest matching leads and the number still pending when a search times out, and all of them later', async () => {
  const tenant = await createTenant(stack);
  const given = Array.from({ length: 120 }, (_, n) => ({
    at: new Date(Date.UTC(2036, 10, 20, 12, 0, n)).toISOString(),
    email: `p${n}@x.co`,
    name: n % 2 ? 'Ana' : 'Beto',
  }));
  const ids = await storeLeads(stack, tenant, given);
  const search = createLeadSearch({ leads: createLeadRepository(stack.postgres), persons: stack.persons });
  const find = (text: string, timeoutMs?: number) => search.find(tenant.tenantId, {}, text, timeoutMs);

  expect(await find('ana', 0)).toEqual({ places: [], pending: 120 });
  const anas = ids.filter((_, n) => n % 2).reverse();
  await eventually(async () => {
    const { places, pending } = await find('ana', 1);
    // What is found before the end is the beginning of what is found in the end: pages stay where they are.
    expect(places.map(({ id }) => id)).toEqual(anas.slice(0, places.length));
    expect([places.length, pending]).toEqual([60, 0]);
  });
  expect((await search.find(tenant.tenantId, { status: 'lost' }, 'ana')).places).toEqual([]);

  const [gone] = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .selectFrom('leads')
      .select(['id', 'person_id'])
      .where('id', '=', anas[0] ?? '')
      .execute(),
  );
  await stack.persons.erase(tenant.tenantId, gone?.person_id ?? '');
  expect((await find('ana')).places.map(({ id }) => id)).toEqual(anas.slice(1));
});

test('looks for one search of a tenant at a time, refuses what waits beyond, and lets others pass', async () => {
  const [tenant, other] = [await createTenant(stack), await createTenant(stack)];
  const leads = createLeadRepository(stack.postgres);
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  const search = createLeadSearch({
    persons: stack.persons,
    leads: {
      ...leads,
      async places(tenantId, ...others) {
        asked.push(tenantId);
        if (tenantId === tenant.tenantId) await held.promise;
        return leads.places(tenantId, ...others);
      },
    },
  });
  const find = ({ tenantId }: typeof tenant) => search.find(tenantId, {}, 'ana').catch(({ code }) => code as string);
  const flood = Array.from({ length: 13 }, () => find(tenant));
  expect(await find(other)).toEqual({ places: [], pending: 0 });
  expect(asked).toEqual([tenant.tenantId, other.tenantId]);
  held.resolve();
  const answers = await Promise.all(flood);
  expect(answers.filter((answer) => answer === 'too-many-questions')).toHaveLength(2);
  expect(asked).toHaveLength(12);
});

test('keeps the texts of so many leads of all tenants, and opens again those of who searched longest ago', async () => {
  const [first, second] = [await createTenant(stack), await createTenant(stack)];
  const lead = { at: '2036-11-20T12:00:00Z', email: 'a@x.co', name: 'Ana' };
  for (const tenant of [first, second]) await storeLeads(stack, tenant, [lead]);
  const leads = createLeadRepository(stack.postgres);
  const opened: string[] = [];
  const search = createLeadSearch({
    ...{ persons: stack.persons, keptMax: 1 },
    leads: {
      ...leads,
      byIds(tenantId, ids) {
        opened.push(tenantId);
        return leads.byIds(tenantId, ids);
      },
    },
  });
  for (const { tenantId } of [first, first, second, second, second, first]) {
    expect((await search.find(tenantId, {}, 'ana')).places).toHaveLength(1);
  }
  expect(opened).toEqual([first.tenantId, second.tenantId, first.tenantId]);
});
