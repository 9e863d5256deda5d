import { personIdOf } from '@tracker/infra/privacy/person-id';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeDeliveries } from '../../testing/deliveries.ts';
import { factsOf } from '../../testing/facts.ts';
import { storeLead } from '../../testing/leads.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

const AT = '2036-11-20T12:00:00.000Z';
const BEFORE = '2036-11-20T11:59:59.999Z';
const NO_CONTACT = { phone: null, firstName: null, from: null };

/** An order that is in no figure, of this status. */
const notPaid = (status: string, amount: string, payment_method = 'pix') =>
  ({
    ...{ at: AT, amount, status, payment_method },
    ...{ is_counted: false, net_value: '0', revenue: '0', gross_brl: amount, was_pending: true },
  }) as const;

async function setUp() {
  const tenant = await api.tenant();
  return { tenant, facts: factsOf(() => api.stack.clickhouse, tenant) };
}

const pendingOf = async (tenant: StaffedTenant, query = '') => {
  const response = await tenant.viewer.ask(`/api/performance/pending${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

const NOTHING = { count: 0, value: 0 };

describe('GET /api/performance/pending', () => {
  test('sums orders by payment method and state, to the cent', async () => {
    const { tenant, facts } = await setUp();
    const pix = { at: AT, payment_method: 'pix' };
    await facts.conversion(notPaid('pending', '0.10'));
    await facts.conversion(notPaid('pending', '0.20'));
    await facts.conversion(notPaid('expired', '50'));
    await facts.conversion({ ...pix, amount: '97.90', was_pending: true });
    await facts.conversion({ ...pix, amount: '10' });
    await facts.conversion({
      ...{ ...pix, amount: '100', net_value: '70', revenue: '70', gross_brl: '100', was_pending: true },
      status: 'partially_refunded',
    });
    await facts.conversion(notPaid('refunded', '40', 'credit_card'));
    await facts.conversion({ ...notPaid('chargeback', '30', 'credit_card'), was_pending: false });
    await facts.conversion(notPaid('pending', '200', 'boleto'));
    await facts.conversion(notPaid('refused', '5', ''));
    expect(await pendingOf(tenant)).toEqual({
      ...{ count: 3, value: 200.3 },
      byMethod: [
        {
          ...{ method: 'boleto', pending: { count: 1, value: 200 }, approved: NOTHING, lost: NOTHING },
          approvalRate: 0,
        },
        {
          ...{ method: 'pix', pending: { count: 2, value: 0.3 }, approved: { count: 3, value: 207.9 } },
          ...{ lost: { count: 1, value: 50 }, approvalRate: 50 },
        },
        {
          ...{ method: 'credit_card', pending: NOTHING, approved: { count: 2, value: 70 }, lost: NOTHING },
          approvalRate: 100,
        },
        { method: null, pending: NOTHING, approved: NOTHING, lost: { count: 1, value: 5 }, approvalRate: 0 },
      ],
      recovered: { count: 3, value: 237.9 },
      refunds: { count: 2, value: 70 },
      chargebacks: { count: 1, value: 30 },
    });
  });

  test('leaves out tests, leads, orders without a key, and other days', async () => {
    const { tenant, facts } = await setUp();
    await facts.conversion({ ...notPaid('pending', '1'), is_test: true });
    await facts.conversion({ ...notPaid('pending', '2'), verified: false });
    await facts.conversion({ at: AT, amount: '0', conversion_type: 'lead' });
    await facts.conversion({ ...notPaid('pending', '4'), at: '2036-09-21T02:59:59.000Z' });
    await facts.conversion({ ...notPaid('pending', '8'), at: '2036-09-21T03:00:00.000Z' });
    expect(await pendingOf(tenant)).toEqual({
      ...NOTHING,
      byMethod: [],
      ...{ recovered: NOTHING, refunds: NOTHING, chargebacks: NOTHING },
    });
    // The day of São Paulo.
    expect(await pendingOf(tenant, '?startDate=2036-09-20&endDate=2036-09-20')).toMatchObject({ count: 1, value: 4 });
  });

  test('counts an order in a currency without a rate, and adds no money for it', async () => {
    const { tenant, facts } = await setUp();
    await facts.conversion({ ...notPaid('pending', '20'), currency: 'USD', gross_brl: '0' });
    await facts.conversion({ ...notPaid('pending', '20'), currency: 'USD', gross_brl: '108.40' });
    expect(await pendingOf(tenant)).toMatchObject({ count: 2, value: 108.4 });
  });
});

describe('the contact of a pending order', () => {
  const PHONE = '5511999998888';

  /** A pending order whose delivery names this buyer. Gives its id. */
  async function order(given: object = {}, buyer: { phone?: string; verified?: boolean } = { phone: PHONE }) {
    const { tenant, facts } = await setUp();
    const { tenantId } = tenant;
    const { verified = true, ...fields } = buyer;
    const id = await facts.conversion({ ...notPaid('pending', '97.90'), ...given });
    const eventId = await facts.reported(id, { at: AT, status: 'pending', verified });
    const salt = (await api.stack.caches.tenants.find(tenantId))?.personSalt ?? '';
    const personId = personIdOf(salt, 'ana@example.com');
    const person = await api.stack.persons.encrypt(tenantId, AT, {
      personId,
      fields: { 'Customer.full_name': 'Ana Sá', 'Customer.email': 'ana@example.com', ...phoneOf(fields.phone) },
    });
    if (!person) throw new Error('the person was erased');
    const box = { person_id: personId, person_key_id: person.keyId, person_encrypted: person.sealed };
    await storeDeliveries(api.stack.clickhouse, tenant, [{ at: AT, event_id: eventId, verified, ...box }]);
    return { tenant, id, personId };
  }
  const phoneOf = (phone: string | undefined): Record<string, string> =>
    phone === undefined ? {} : { 'Customer.mobile': phone };
  const contactOf = (who: StaffedTenant['editor'], id: string) =>
    who.ask({ method: 'POST', url: `/api/conversions/${id}/contact` });
  const auditOf = async ({ admin }: StaffedTenant) =>
    (await admin.ask('/api/audit-log')).json<{ action: string; details: object }[]>();

  test('is that of its delivery, for editors, and is in the audit log', async () => {
    const { tenant, id } = await order({}, { phone: '(11) 99999-8888' });
    expect((await contactOf(tenant.editor, id)).json()).toEqual({ phone: PHONE, firstName: 'Ana', from: 'order' });
    expect((await auditOf(tenant))[0]).toMatchObject({ action: 'conversion.contact', details: { id } });
    expect((await contactOf(tenant.viewer, id)).statusCode).toBe(403);
    expect((await contactOf((await api.tenant()).admin, id)).statusCode).toBe(404);
  });

  test('is asked for with name and e-mail of the buyer, of a conversion in any status, and no more once the person is erased', async () => {
    const { tenant, id, personId } = await order({ status: 'approved' }, { phone: '(11) 99999-8888' });
    const buyerOf = (who: StaffedTenant['editor']) => who.ask({ method: 'POST', url: `/api/conversions/${id}/buyer` });
    expect((await contactOf(tenant.editor, id)).json()).toEqual(NO_CONTACT);
    expect((await buyerOf(tenant.editor)).json()).toEqual({ name: 'Ana Sá', email: 'ana@example.com', phone: PHONE });
    expect((await auditOf(tenant))[0]).toMatchObject({ action: 'conversion.buyer', details: { id } });
    expect((await buyerOf(tenant.viewer)).statusCode).toBe(403);
    expect((await buyerOf((await api.tenant()).admin)).statusCode).toBe(404);
    await api.stack.persons.erase(tenant.tenantId, personId);
    expect((await buyerOf(tenant.editor)).json()).toEqual({ name: null, email: null, phone: null });
  });

  test('shows no buyer whom a delivery without a key named', async () => {
    const { tenant, id } = await order({}, { phone: PHONE, verified: false });
    const answer = await tenant.editor.ask({ method: 'POST', url: `/api/conversions/${id}/buyer` });
    expect(answer.json()).toEqual({ name: null, email: null, phone: null });
  });

  test('is that of a lead with the same e-mail, when the delivery has no phone', async () => {
    const { tenant, id, personId } = await order({}, {});
    expect((await contactOf(tenant.editor, id)).json()).toEqual(NO_CONTACT);
    expect(await auditOf(tenant)).not.toContainEqual(expect.objectContaining({ action: 'conversion.contact' }));
    const lead = { at: BEFORE, name: 'Ana Sá', phone: '+351 912 345 678' };
    await storeLead(api.stack, tenant, { ...lead, email: 'bia@example.com' });
    expect((await contactOf(tenant.editor, id)).json()).toMatchObject({ phone: null });
    await storeLead(api.stack, tenant, { ...lead, email: 'ana@example.com' });
    expect((await contactOf(tenant.editor, id)).json()).toEqual({
      ...{ phone: '351912345678', firstName: 'Ana', from: 'lead' },
    });
    await api.stack.persons.erase(tenant.tenantId, personId);
    expect((await contactOf(tenant.editor, id)).json()).toMatchObject({ phone: null });
  });

  test.each([
    ['paid', { status: 'approved' }, {}],
    ['a test', { is_test: true }, {}],
    ['without a key', { verified: false }, {}],
    ['named by a delivery without a key', {}, { verified: false }],
  ])('is not given for an order that is %s', async (_, given, buyer) => {
    const { tenant, id } = await order(given, { phone: PHONE, ...buyer });
    expect((await contactOf(tenant.admin, id)).json()).toEqual(NO_CONTACT);
  });

  test('is not that of a lead which came after the order without a key: anyone can post one', async () => {
    const { tenant, id } = await order({}, {});
    const lead = { email: 'ana@example.com', phone: '+351 912 345 678' };
    await storeLead(api.stack, tenant, { ...lead, at: AT });
    expect((await contactOf(tenant.editor, id)).json()).toEqual(NO_CONTACT);
    const other = await order({}, {});
    await storeLead(api.stack, other.tenant, { ...lead, at: AT, hasKey: true });
    expect((await contactOf(other.tenant.editor, other.id)).json()).toMatchObject({ from: 'lead' });
  });

  test('is asked for thirty times by a person, and then slowly', async () => {
    const { tenant } = await setUp();
    const statuses = [];
    for (let time = 0; time < 31; time += 1) statuses.push((await contactOf(tenant.editor, 'cv_unknown')).statusCode);
    expect(statuses).toEqual([...Array(30).fill(404), 429]);
    expect((await contactOf(tenant.admin, 'cv_unknown')).statusCode).toBe(404);
  });
});

test('lists of conversions and their file know what was recovered, and filter by payment method', async () => {
  const { tenant, facts } = await setUp();
  const recovered = await facts.conversion({ at: AT, amount: '10', payment_method: 'pix', was_pending: true });
  const atOnce = await facts.conversion({ at: AT, amount: '10', payment_method: 'credit_card' });
  const waiting = await facts.conversion(notPaid('pending', '10'));
  const rows = (await tenant.viewer.ask('/api/conversions?payment=pix')).json<{ id: string; recovered: boolean }[]>();
  expect(rows.map(({ id, recovered: was }) => [id, was]).toSorted()).toEqual(
    [
      [recovered, true],
      [waiting, false],
    ].toSorted(),
  );
  expect((await tenant.viewer.ask('/api/conversions/totals?payment=pix')).json()).toMatchObject({ all: 1, listed: 2 });
  const file = (await tenant.viewer.ask('/api/conversions/export?payment=credit_card')).body;
  expect(file).toContain(atOnce);
  expect(file).not.toContain(recovered);
  expect((await tenant.viewer.ask('/api/conversions?payment=gold')).statusCode).toBe(400);
});
