import type { Lead, LeadHistoryEntry } from '@tracker/schemas/contracts/leads.contract';
import { describe, expect, test } from 'vitest';
import { storeLead, storeLeads } from '../../testing/leads.ts';
import { PUBLIC_URL, type TestPerson, useApi } from '../../testing/use-api.ts';

const api = useApi();

const at = (minute: number) => `2036-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;

async function leads(person: TestPerson, query = ''): Promise<{ list: Lead[]; total: number; next: string | null }> {
  const response = await person.ask(`/api/leads${query}`);
  expect(response.statusCode, response.body).toBe(200);
  const next = new RegExp(`<${PUBLIC_URL}([^>]+)>`).exec(String(response.headers.link ?? ''))?.[1] ?? null;
  return { list: response.json(), total: Number(response.headers['x-total-count']), next };
}

const emails = async (person: TestPerson, query: string) => (await leads(person, query)).list.map(({ email }) => email);

describe('GET /api/leads', () => {
  test('lists leads newest first in pages, decrypted for every role', async () => {
    const tenant = await api.tenant();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push(await storeLead(api.stack, tenant, { at: at(index < 4 ? index : 3), email: `p${index}@x.co` }));
    }
    const { list, total } = await leads(tenant.viewer);
    expect(total).toBe(5);
    expect(list.map(({ id }) => id)).toEqual([...ids.slice(3).sort().reverse(), ...ids.slice(0, 3).reverse()]);
    expect(list.at(-1)).toEqual({
      id: ids[0],
      name: 'Ana Sá',
      email: 'p0@x.co',
      phone: null,
      country: 'Brasil',
      city: 'Campinas',
      source: null,
      medium: null,
      campaign: null,
      campaignId: tenant.campaignId,
      clickId: null,
      status: 'new',
      notes: null,
      createdAt: at(0),
    });
    const paged: string[] = [];
    for (let url: string | null = '?limit=2'; url; ) {
      const page = await leads(tenant.viewer, url.replace('/api/leads', ''));
      expect(page.list.length).toBeLessThanOrEqual(2);
      paged.push(...page.list.map(({ id }) => id));
      url = page.next;
    }
    expect(paged).toEqual(list.map(({ id }) => id));
  });

  test('filters by status and source, and counts leads by both', { tags: ['§7.5'] }, async () => {
    const tenant = await api.tenant();
    await storeLead(api.stack, tenant, { at: at(0), email: 'a@x.co', source: 'feira', clickSource: 'facebook' });
    await storeLead(api.stack, tenant, { at: at(1), email: 'b@x.co', clickSource: 'facebook', status: 'lost' });
    await storeLead(api.stack, tenant, { at: at(2), email: 'c@x.co' });
    expect(await emails(tenant.viewer, '?source=facebook')).toEqual(['b@x.co']);
    expect(await emails(tenant.viewer, '?source=direct')).toEqual(['c@x.co']);
    expect(await emails(tenant.viewer, '?status=new')).toEqual(['c@x.co', 'a@x.co']);
    expect((await tenant.viewer.ask('/api/leads?status=old')).statusCode).toBe(400);
    expect((await tenant.viewer.ask('/api/leads/analytics')).json()).toEqual({
      totalLeads: 3,
      leadsBySource: [
        { source: 'direct', count: 1 },
        { source: 'facebook', count: 1 },
        { source: 'feira', count: 1 },
      ],
      leadsByStatus: [
        { status: 'new', count: 2 },
        { status: 'contacted', count: 0 },
        { status: 'qualified', count: 0 },
        { status: 'converted', count: 0 },
        { status: 'lost', count: 1 },
      ],
    });
  });

  test('searches by name, e-mail and phone, although they are stored encrypted', async () => {
    const tenant = await api.tenant();
    const people = [
      { email: 'maria@loja.com.br', name: 'Maria José', phone: '+55 (11) 98888-7777' },
      { email: 'jose@x.co', name: 'José Maria' },
      { email: 'ana@x.co', name: 'Ana' },
    ];
    for (const [index, person] of people.entries()) await storeLead(api.stack, tenant, { at: at(index), ...person });
    expect(await emails(tenant.viewer, '?q=jose')).toEqual(['jose@x.co', 'maria@loja.com.br']);
    expect(await emails(tenant.viewer, '?q=LOJA.com')).toEqual(['maria@loja.com.br']);
    expect(await emails(tenant.viewer, '?q=988887777')).toEqual(['maria@loja.com.br']);
    expect(await emails(tenant.viewer, '?q=Maria@Loja.com.br')).toEqual(['maria@loja.com.br']);
    expect(await emails(tenant.viewer, '?q=nobody')).toEqual([]);
    const page = await leads(tenant.viewer, '?q=jose&limit=1');
    expect([page.total, page.list[0]?.email]).toEqual([2, 'jose@x.co']);
    expect(await emails(tenant.viewer, (page.next ?? '').replace('/api/leads', ''))).toEqual(['maria@loja.com.br']);
  });

  test('filters by campaign and by days in the time zone of the tenant, and answers polls with 304', async () => {
    const tenant = await api.tenant();
    // Midnight in São Paulo is 03:00Z.
    await storeLead(api.stack, tenant, { at: '2036-11-19T02:59:59.999Z', email: 'a@x.co' });
    await storeLead(api.stack, tenant, { at: '2036-11-19T03:00:00.000Z', email: 'b@x.co' });
    await storeLead(api.stack, tenant, { at: '2036-11-20T03:00:00.000Z', email: 'c@x.co' });
    expect(await emails(tenant.viewer, '?startDate=2036-11-19&endDate=2036-11-19')).toEqual(['b@x.co']);
    expect(await emails(tenant.viewer, '?startDate=2036-11-19')).toEqual(['c@x.co', 'b@x.co']);
    expect(await emails(tenant.viewer, '?endDate=2036-11-18')).toEqual(['a@x.co']);
    expect((await tenant.viewer.ask('/api/leads?startDate=2036-11-20&endDate=2036-11-19')).statusCode).toBe(400);
    expect(await emails(tenant.viewer, `?campaignId=${tenant.campaignId}`)).toHaveLength(3);
    expect(await emails(tenant.viewer, '?campaignId=outra')).toEqual([]);
    for (const url of ['/api/leads?limit=2', '/api/leads/analytics']) {
      const { etag } = (await tenant.viewer.ask(url)).headers;
      const again = await tenant.viewer.ask({ url, headers: { 'if-none-match': String(etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  test('leaves out erased persons', async () => {
    const tenant = await api.tenant();
    const { stack } = api;
    await storeLead(stack, tenant, { at: at(0), email: 'gone@x.co' });
    await storeLead(stack, tenant, { at: at(1), email: 'kept@x.co' });
    const [row] = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('leads').select('person_id').orderBy('received_at').execute(),
    );
    await stack.persons.erase(tenant.tenantId, row?.person_id ?? '');
    expect(await emails(tenant.admin, '')).toEqual(['kept@x.co']);
    expect(await emails(tenant.admin, '?q=gone@x.co')).toEqual([]);
  });
});

describe('PATCH /api/leads/:id', () => {
  test('lets editors set any status, and keeps the notes when none are given', {
    tags: ['§4', '§5', '§6'],
  }, async () => {
    const tenant = await api.tenant();
    const id = await storeLead(api.stack, tenant, { at: at(0), email: 'a@x.co' });
    const change = (person: TestPerson, payload: object) =>
      person.ask({ method: 'PATCH', url: `/api/leads/${id}`, payload });
    expect((await change(tenant.viewer, { status: 'lost' })).statusCode).toBe(403);
    expect((await change(tenant.editor, { status: 'old' })).statusCode).toBe(400);
    expect((await change(tenant.editor, {})).json()).toMatchObject({ status: 'new', notes: null });
    expect((await change(tenant.editor, { notes: 'x' })).json()).toMatchObject({ status: 'new', notes: 'x' });
    const first = await change(tenant.editor, { status: 'contacted', notes: ' ligar amanhã ' });
    expect([first.statusCode, first.json()]).toEqual([
      200,
      expect.objectContaining({ id, status: 'contacted', notes: 'ligar amanhã', email: 'a@x.co' }),
    ]);
    expect((await change(tenant.admin, { status: 'converted' })).json()).toMatchObject({
      status: 'converted',
      notes: 'ligar amanhã',
    });
  });

  test('records a history that names the user, also after they have left', async () => {
    const tenant = await api.tenant();
    const id = await storeLead(api.stack, tenant, { at: at(0), email: 'a@x.co' });
    const leaving = await api.person(tenant, 'editor');
    const change = (person: TestPerson, payload: object) =>
      person.ask({ method: 'PATCH', url: `/api/leads/${id}`, payload });
    const history = async () => (await tenant.viewer.ask(`/api/leads/${id}/history`)).json() as LeadHistoryEntry[];
    expect(await history()).toEqual([]);
    await change(leaving, { status: 'contacted', notes: ' ligar amanhã ' });
    await change(tenant.admin, { status: 'lost', notes: 'ligar amanhã' });
    await tenant.admin.ask({ method: 'PATCH', url: '/api/profile', payload: { firstName: 'Rita' } });
    await tenant.admin.ask({ method: 'DELETE', url: `/api/users/${leaving.userId}` });
    const moment = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await history()).toEqual([
      {
        id: expect.any(String),
        at: moment,
        status: 'lost',
        previousStatus: 'contacted',
        notes: null,
        changedBy: 'Rita Lima',
      },
      {
        id: expect.any(String),
        at: moment,
        status: 'contacted',
        previousStatus: 'new',
        notes: 'ligar amanhã',
        changedBy: 'Ana Lima',
      },
    ]);
    const other = await api.tenant();
    expect((await other.admin.ask(`/api/leads/${id}/history`)).statusCode).toBe(404);
    expect((await tenant.admin.ask('/api/leads/ld_nobody00/history')).statusCode).toBe(404);
  });
});

describe('GET /api/leads/export', () => {
  async function rowsOf(person: TestPerson, query = ''): Promise<string[]> {
    const response = await person.ask(`/api/leads/export${query}`);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['content-disposition']).toBe('attachment; filename="leads-export-2036-11-20.csv"');
    const [header, ...rows] = response.body.trimEnd().split('\r\n');
    expect(header).toBe(
      '\ufeffLead ID,Name,Email,Phone,Status,Source,Medium,Campaign,Campaign ID,Click ID,Country,City,Notes,Created At',
    );
    return rows;
  }

  test('exports all filtered leads, newest first, and records it in the audit log without the search text', async () => {
    const tenant = await api.tenant();
    await storeLead(api.stack, tenant, { at: at(1), email: 'a@x.co', name: '=SOMA(1;1)', source: 'feira' });
    const id = await storeLead(api.stack, tenant, { at: at(2), email: 'b@x.co', phone: '11 9', status: 'lost' });
    await storeLead(api.stack, tenant, { at: at(0), email: 'd@x.co', phone: '011 98888-7777' });
    await storeLead(api.stack, tenant, { at: at(0), email: 'c@x.co', phone: '+55 (11) 98888-7777' });
    const withPhones = await rowsOf(tenant.viewer, '?q=98888');
    expect(withPhones.map((row) => row.split(',').slice(2, 4).join())).toEqual([
      ...['c@x.co', 'd@x.co'].map(() => expect.stringMatching(/^[cd]@x\.co,\+5511988887777$/)),
    ]);
    expect((await rowsOf(tenant.viewer)).slice(0, 2)).toEqual([
      `${id},Ana Sá,b@x.co,11 9,lost,,,,${tenant.campaignId},,Brasil,Campinas,,${at(2)}`,
      expect.stringContaining(`,"'=SOMA(1;1)",a@x.co,,new,feira,,,`),
    ]);
    expect(await rowsOf(tenant.viewer, '?status=lost&source=direct')).toHaveLength(1);
    expect(await rowsOf(tenant.viewer, '?q=soma')).toEqual([expect.stringContaining('a@x.co')]);
    expect(await rowsOf(tenant.viewer, '?q=b@x.co')).toEqual([expect.stringContaining('b@x.co')]);
    const log = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('audit_log').select(['actor', 'action', 'details']).orderBy('id').execute(),
    );
    expect(log).toHaveLength(5);
    expect(log[2]).toEqual({
      actor: tenant.viewer.userId,
      action: 'leads.export',
      details: { status: 'lost', source: 'direct', isSearch: false },
    });
    expect(JSON.stringify(log)).not.toMatch(/soma|b@x/);

    const many = Array.from({ length: 520 }, (_, n) => ({ at: at(3), email: `many${n}@x.co` }));
    await storeLeads(api.stack, tenant, many);
    const all = await rowsOf(tenant.viewer);
    expect(all).toHaveLength(524);
    expect(new Set(all).size).toBe(524);
    expect(await rowsOf(tenant.viewer, '?q=many')).toHaveLength(520);
  });
});
