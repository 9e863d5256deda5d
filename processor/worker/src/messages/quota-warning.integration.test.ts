import { factsOf } from '@tracker/api/testing/facts';
import type { StaffedTenant } from '@tracker/api/testing/use-api';
import { readUsage } from '@tracker/figures/usage';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { eventually } from '@tracker/test/kit/eventually';
import { expect, test } from 'vitest';
import { useWarnings } from '../testing/warning-kit.ts';
import { quotaOf, quotaWarning } from './quota-warning.ts';
import { lookFor } from './warnings.ts';

const { api, deps: makeDeps, mailsTo, newTenant, fourTenants } = useWarnings();

const SUBJECT = 'Loja usou 80% dos eventos do plano';

/** `bad`: its events cannot be counted. */
function look(tenants: readonly StaffedTenant[], bad?: StaffedTenant): Promise<number> {
  const deps = makeDeps();
  const timeZone = 'America/Sao_Paulo' as TimeZone;
  const read: typeof readUsage = async (stores, of) => {
    if (of.tenants[0].tenantId === bad?.tenantId) throw new TypeError('defect');
    return readUsage(stores, of);
  };
  const find = async () => tenants.map(({ tenantId }) => quotaOf(deps, { tenantId, timeZone }, read));
  return lookFor({ ...quotaWarning, find }, deps);
}

/** One page view more than 80 % of the free plan, less `missing`. */
async function use(tenant: StaffedTenant, missing = 0): Promise<void> {
  await factsOf(() => api.stack.clickhouse, tenant).pageView({ at: '2036-11-02T12:00:00Z' });
  await api.stack.clickhouse.command(`
    INSERT INTO page_views SELECT p.* REPLACE (concat('v', toString(number)) AS view_id)
    FROM page_views AS p CROSS JOIN numbers(${80_000 - missing}) AS n WHERE p.tenant_id = '${tenant.tenantId}'`);
}

test('mails the administrators once a month when 80 % of the plan are used', async () => {
  const tenant = await newTenant();
  await use(tenant);
  await Promise.all([look([tenant]), look([tenant])]);
  await look([tenant]);
  await eventually(() => expect(mailsTo(tenant.admin)).toHaveLength(1));
  const [mail] = mailsTo(tenant.admin);
  expect(mail?.subject).toBe(SUBJECT);
  expect(mail?.text).toContain('80.001 dos 100.000 eventos');
  expect(mailsTo(tenant.viewer)).toEqual([]);
});

test('mails nothing below 80 %, nor to suspended or unconfirmed companies', async () => {
  const { calm, suspended, unconfirmed, loud } = await fourTenants();
  await use(calm, 2);
  for (const tenant of [suspended, unconfirmed, loud]) await use(tenant);
  await look([calm, suspended, unconfirmed, loud]);
  await eventually(() => expect(mailsTo(loud.admin)).toHaveLength(1));
  const reported = await Promise.all(
    [calm, suspended, unconfirmed, loud].map(({ tenantId }) =>
      api.stack.postgres.withTenant(tenantId, (trx) => trx.selectFrom('messages').select('dedupe_key').execute()),
    ),
  );
  expect(reported).toEqual([[], [], [], [{ dedupe_key: 'quota 2036-11-01' }]]);
});

test('mails the others in the same turn when the events of one company cannot be counted', async () => {
  const [bad, good] = [await newTenant(), await newTenant()];
  for (const tenant of [bad, good]) await use(tenant);
  await look([bad, good], bad);
  await eventually(() => expect(mailsTo(good.admin)).toHaveLength(1));
  expect(mailsTo(bad.admin)).toEqual([]);
  await look([bad, good]);
  await eventually(() => expect(mailsTo(bad.admin)).toHaveLength(1));
});
