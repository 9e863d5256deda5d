import type { EncryptedPerson } from '@tracker/schemas/events/encrypted-person';
import type { LeadEvent } from '@tracker/schemas/events/lead';
import { DEAD_LETTERS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { click, clickIdOf, type EventOwner, NOON, record } from '../testing/events.ts';
import { lead } from '../testing/lead-events.ts';

const stack = useStack();
const kit = createBatchKit(stack);
const MINUTE = 60_000;

const leadsOf = (tenantId: TenantId) =>
  stack.postgres.withTenant(tenantId, (transaction) =>
    transaction.selectFrom('leads').selectAll().orderBy('received_at').execute(),
  );

const place = { countryCode: 'BR', region: 'SP', city: 'Campinas', timeZone: 'America/Sao_Paulo' };

/** A click with a place from a proxy: the test's geography knows none. */
function clickFromCampinas(owner: EventOwner, change: Parameters<typeof click>[1] = {}) {
  const clickEvent = click(owner, change);
  return { ...clickEvent, payload: { ...clickEvent.payload, request: { ...clickEvent.payload.request, place } } };
}

test('completes a lead with place, campaign and source of its click, in either order of arrival', async () => {
  const tenant = await createTenant(stack);
  const first = clickFromCampinas(tenant, { source: 'facebook' });
  const together = await lead(stack, tenant, { email: 'a@x.co', clickId: first.id });
  await kit.process([record(together), record(first)]);

  const clickId = clickIdOf(tenant, NOON + 1, 1);
  const early = await lead(stack, tenant, { email: 'b@x.co', clickId, atMs: NOON + 1 });
  await kit.process([record(early)]);
  expect((await leadsOf(tenant.tenantId))[1]).toMatchObject({ attributed: false, country_code: '', shown_source: '' });
  await kit.process([record(clickFromCampinas(tenant, { atMs: NOON + 1, clickId, utmSource: 'google' }))]);

  const inherited = { country_code: 'BR', city: 'Campinas', campaign_id: tenant.campaignId, attributed: true };
  expect(await leadsOf(tenant.tenantId)).toMatchObject([
    { ...inherited, id: together.payload.leadId, shown_source: 'facebook', status: 'new', notes: '' },
    { ...inherited, id: early.payload.leadId, shown_source: 'google' },
  ]);
});

test('prefers the source of the form over that of the click', async () => {
  const tenant = await createTenant(stack);
  const clickEvent = clickFromCampinas(tenant, { source: 'facebook' });
  await kit.process([
    record(clickEvent),
    record(await lead(stack, tenant, { clickId: clickEvent.id, source: 'feira' })),
  ]);
  expect(await leadsOf(tenant.tenantId)).toMatchObject([{ shown_source: 'feira', city: 'Campinas' }]);
});

test('does not complete a lead from a click of another tenant or from an invalid click id', async () => {
  const [tenant, other] = [await createTenant(stack), await createTenant(stack)];
  const foreign = clickFromCampinas(other);
  await kit.process([
    record(foreign),
    record(await lead(stack, tenant, { email: 'a@x.co', clickId: foreign.id })),
    record(await lead(stack, tenant, { email: 'b@x.co', clickId: 'nothing', atMs: NOON + 1 })),
  ]);
  expect(await leadsOf(tenant.tenantId)).toMatchObject([
    { attributed: false, city: '' },
    { attributed: false, city: '' },
  ]);
});

test('fills what the first post lacks from later ones, in any order and in any batches', async () => {
  const orders = [
    [[0], [1], [2]],
    [[2], [1], [0]],
    [
      [1, 0],
      [2, 2],
    ],
    [[2, 0, 1, 1]],
    [[1], [0, 2]],
  ];
  for (const batches of orders) {
    const tenant = await createTenant(stack);
    const clickEvent = clickFromCampinas(tenant, { source: 'facebook' });
    const posts = [
      await lead(stack, tenant, { name: 'Ana' }),
      await lead(stack, tenant, {
        name: 'Ana Maria',
        phone: '11 91111-0000',
        clickId: clickEvent.id,
        atMs: NOON + MINUTE,
      }),
      await lead(stack, tenant, {
        name: 'Outra',
        phone: '11 92222-0000',
        source: 'a|b',
        medium: 'x',
        atMs: NOON + 2 * MINUTE,
      }),
    ];
    await kit.process([record(clickEvent)]);
    for (const batch of batches) await kit.process(batch.map((at) => record(posts[at]!)));
    const [stored, ...more] = await leadsOf(tenant.tenantId);
    expect(more).toEqual([]);
    expect(stored).toMatchObject({
      event_id: posts[0]!.id,
      click_id: clickEvent.id,
      source: 'a|b',
      medium: 'x',
      campaign: '',
      attributed: true,
      city: 'Campinas',
    });
    const { personId = '', keyId = '' } = posts[0]!.payload.person ?? {};
    const opened = async (sealed: string) => stack.persons.decrypt(tenant.tenantId, { personId, keyId, sealed });
    expect(await opened(stored!.person_encrypted)).toMatchObject({ name: 'Ana', phone: '' });
    expect(await opened(stored!.first_phone!.split('|')[2]!)).toMatchObject({ phone: '11 91111-0000' });
  }
});

test('keeps the first post of a lead, in any order and with repeats', async () => {
  const tenant = await createTenant(stack);
  const first = await lead(stack, tenant, { source: 'first', hasKey: true });
  const second = await lead(stack, tenant, { source: 'second', atMs: NOON + MINUTE });
  await kit.process([record(second)]);
  await kit.process([record(second), record(first), record(first)]);
  const [stored, ...more] = await leadsOf(tenant.tenantId);
  expect(more).toEqual([]);
  expect(stored).toMatchObject({ event_id: first.id, source: 'first', received_at: new Date(NOON), has_key: true });
  await kit.process([record(second)]);
  expect(await leadsOf(tenant.tenantId)).toEqual([stored]);
});

test('keeps a person’s changes to a lead after repeated posts and a replay', async () => {
  const tenant = await createTenant(stack);
  const first = await lead(stack, tenant);
  await kit.process([record(await lead(stack, tenant, { atMs: NOON + MINUTE }))]);
  await stack.postgres.withTenant(tenant.tenantId, (transaction) =>
    transaction.updateTable('leads').set({ status: 'qualified', notes: 'ligar' }).execute(),
  );
  await kit.process([record(first), record(await lead(stack, tenant, { atMs: NOON + 2 * MINUTE }))]);
  expect(await leadsOf(tenant.tenantId)).toMatchObject([{ event_id: first.id, status: 'qualified', notes: 'ligar' }]);
});

test('stores name and e-mail encrypted, and an erased person’s lead does not come back in a replay', async () => {
  const tenant = await createTenant(stack);
  const { tenantId } = tenant;
  const erased = await lead(stack, tenant, { email: 'gone@example.com' });
  const kept = await lead(stack, tenant, { email: 'kept@example.com', atMs: NOON + 1 });
  await kit.process([record(erased), record(kept)]);
  const rows = await leadsOf(tenantId);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/@example\.com|Ana/);
  const person = personOf(kept);
  expect(rows[1]).toMatchObject({
    person_id: person.personId,
    person_key_id: person.keyId,
    person_encrypted: person.sealed,
  });

  await stack.persons.erase(tenantId, personOf(erased).personId);
  expect(await leadsOf(tenantId)).toHaveLength(1);
  await kit.process([record(erased), record(kept)]);
  expect(await leadsOf(tenantId)).toMatchObject([{ id: kept.payload.leadId }]);

  // From the spool, where the erasure was known before the log: without a person.
  const nameless = { ...erased, payload: { ...erased.payload, person: null } };
  await kit.process([record(nameless)]);
  expect(await leadsOf(tenantId)).toHaveLength(1);
  const deadLetters = await stack.clickhouse.query({
    name: 'test-dead-letters',
    sql: 'SELECT 1 FROM dead_letters WHERE tenant_id = {tenantId:String}',
    params: { tenantId },
  });
  expect(deadLetters).toEqual([]);
});

test('counts a lead once as a conversion of value 0 when its campaign was configured so at capture', async () => {
  const tenant = await createTenant(stack);
  const plain = await lead(stack, tenant, { email: 'plain@x.co', isConversion: false });
  await stack.postgres.withTenant(tenant.tenantId, (transaction) =>
    transaction.updateTable('campaigns').set({ leads_are_conversions: true }).execute(),
  );
  await eventually(async () =>
    expect(await stack.caches.campaigns.find(tenant.campaignId)).toMatchObject({ leadsAreConversions: true }),
  );
  // As in a replay: the campaign has another setting by now.
  await kit.process([record(plain)]);
  const clickEvent = click(tenant, { source: 'facebook' });
  const first = await lead(stack, tenant, { clickId: clickEvent.id, isConversion: true });
  const again = await lead(stack, tenant, {
    clickId: clickEvent.id,
    atMs: NOON + 36 * 60 * MINUTE,
    isConversion: true,
  });
  await kit.process([record(again), record(first)]);
  await kit.process([record(clickEvent), record(again)]);
  const conversions = await kit.rows(tenant.tenantId, 'conversions');
  const conversion_ledger = await kit.rows(tenant.tenantId, 'conversion_ledger');
  expect(conversions).toMatchObject([
    {
      conversion_type: 'lead',
      status: 'approved',
      value: 0,
      revenue: 0,
      transaction_id: first.payload.leadId,
      channel: 'facebook',
      campaign_id: tenant.campaignId,
      ts: expect.stringContaining('2026-11-20'),
      event_count: 1,
    },
  ]);
  // One event, received on two days.
  expect(conversion_ledger).toHaveLength(2);
  expect(await leadsOf(tenant.tenantId)).toHaveLength(2);
});

test('moves a lead that Postgres rejects to the dead letters, and stores the others of its batch', async () => {
  const tenant = await createTenant(stack);
  const good = await lead(stack, tenant, { email: 'good@x.co' });
  const bad = await lead(stack, tenant, { email: 'bad@x.co', atMs: NOON + 1 });
  personOf(bad).keyId = 'a\0b';
  await kit.process([record(bad), record(good)]);
  expect(await leadsOf(tenant.tenantId)).toMatchObject([{ id: good.payload.leadId }]);
  const deadLetters: string[] = [];
  const to = await stack.log.ends(DEAD_LETTERS_TOPIC);
  for await (const records of stack.log.read({ topic: DEAD_LETTERS_TOPIC, to, maxRecords: 100 })) {
    for (const { value } of records) deadLetters.push(Buffer.from(value).toString());
  }
  const mine = deadLetters.map((text) => JSON.parse(text)).filter(({ tenantId }) => tenantId === tenant.tenantId);
  expect(mine).toMatchObject([{ stream: 'lead', reason: expect.stringContaining('the store refuses the row') }]);
});

function personOf({ payload }: LeadEvent): EncryptedPerson {
  if (!payload.person) throw new Error('nobody is in it');
  return payload.person;
}
