import type { Lead } from '@tracker/schemas/contracts/leads.contract';
import { describe, expect, test } from 'vitest';
import { storeLead } from './testing/leads.ts';
import { type TestPerson, useApi } from './testing/use-api.ts';

const api = useApi();

const at = (minute: number) => `2036-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;

async function leads(person: TestPerson, query = ''): Promise<{ list: Lead[]; total: number; next: string | null }> {
  const response = await person.ask(`/api/leads${query}`);
  expect(response.statusCode, response.body).toBe(200);
  const next = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1] ?? null;
  return { list: response.json(), total: Number(response.headers['x-total-count']), next };
}

const emails = async (person: TestPerson, query: string) => (await leads(person, query)).list.map(({ email }) => email);

describe('the list of leads', () => {
  test('is newest first, opened for everybody in the company, in pages', async () => {
    const company = await api.company();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push(await storeLead(api.stack, company, { at: at(index < 4 ? index : 3), email: `p${index}@x.co` }));
    }
    const { list, total } = await leads(company.viewer);
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
      campaignId: company.campaignId,
      clickId: null,
      status: 'new',
      notes: null,
      createdAt: at(0),
    });
    const paged: string[] = [];
    for (let url: string | null = '?limit=2'; url; ) {
      const page = await leads(company.viewer, url.replace('/api/leads', ''));
      expect(page.list.length).toBeLessThanOrEqual(2);
      paged.push(...page.list.map(({ id }) => id));
      url = page.next;
    }
    expect(paged).toEqual(list.map(({ id }) => id));
  });

  test('is narrowed by status and source', async () => {
    const company = await api.company();
    await storeLead(api.stack, company, { at: at(0), email: 'a@x.co', source: 'feira', clickSource: 'facebook' });
    await storeLead(api.stack, company, { at: at(1), email: 'b@x.co', clickSource: 'facebook', status: 'lost' });
    await storeLead(api.stack, company, { at: at(2), email: 'c@x.co' });
    expect(await emails(company.viewer, '?source=facebook')).toEqual(['b@x.co']);
    expect(await emails(company.viewer, '?source=direct')).toEqual(['c@x.co']);
    expect(await emails(company.viewer, '?status=new')).toEqual(['c@x.co', 'a@x.co']);
    expect((await company.viewer.ask('/api/leads?status=old')).statusCode).toBe(400);
    expect((await company.viewer.ask('/api/leads/analytics')).json()).toEqual({
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

  test('is searched by name, e-mail and phone, though these stand sealed in the table', async () => {
    const company = await api.company();
    const people = [
      { email: 'maria@loja.com.br', name: 'Maria José', phone: '+55 (11) 98888-7777' },
      { email: 'jose@x.co', name: 'José Maria' },
      { email: 'ana@x.co', name: 'Ana' },
    ];
    for (const [index, person] of people.entries()) await storeLead(api.stack, company, { at: at(index), ...person });
    expect(await emails(company.viewer, '?q=jose')).toEqual(['jose@x.co', 'maria@loja.com.br']);
    expect(await emails(company.viewer, '?q=LOJA.com')).toEqual(['maria@loja.com.br']);
    expect(await emails(company.viewer, '?q=988887777')).toEqual(['maria@loja.com.br']);
    expect(await emails(company.viewer, '?q=Maria@Loja.com.br')).toEqual(['maria@loja.com.br']);
    expect(await emails(company.viewer, '?q=nobody')).toEqual([]);
    const page = await leads(company.viewer, '?q=jose&limit=1');
    expect([page.total, page.list[0]?.email]).toEqual([2, 'jose@x.co']);
    expect(await emails(company.viewer, (page.next ?? '').replace('/api/leads', ''))).toEqual(['maria@loja.com.br']);
  });

  test('shows nobody who was erased', async () => {
    const company = await api.company();
    const { stack } = api;
    await storeLead(stack, company, { at: at(0), email: 'gone@x.co' });
    await storeLead(stack, company, { at: at(1), email: 'kept@x.co' });
    const [row] = await stack.postgres.withTenant(company.tenantId, (trx) =>
      trx.selectFrom('leads').select('person_id').orderBy('received_at').execute(),
    );
    await stack.persons.erase(company.tenantId, row?.person_id ?? '');
    expect(await emails(company.admin, '')).toEqual(['kept@x.co']);
    expect(await emails(company.admin, '?q=gone@x.co')).toEqual([]);
  });
});

describe('a lead is changed', () => {
  test('by editors, with a history', async () => {
    const company = await api.company();
    const id = await storeLead(api.stack, company, { at: at(0), email: 'a@x.co' });
    const change = (person: TestPerson, payload: object) =>
      person.ask({ method: 'PATCH', url: `/api/leads/${id}`, payload });
    expect((await change(company.viewer, { status: 'lost' })).statusCode).toBe(403);
    expect((await change(company.editor, { status: 'old' })).statusCode).toBe(400);
    expect((await change(company.editor, { notes: 'x' })).statusCode).toBe(400);
    const first = await change(company.editor, { status: 'contacted', notes: ' ligar amanhã ' });
    expect([first.statusCode, first.json()]).toEqual([
      200,
      expect.objectContaining({ id, status: 'contacted', notes: 'ligar amanhã', email: 'a@x.co' }),
    ]);
    expect((await change(company.admin, { status: 'converted' })).json()).toMatchObject({
      status: 'converted',
      notes: 'ligar amanhã',
    });
    const history = await api.stack.postgres.withTenant(company.tenantId, (trx) =>
      trx.selectFrom('lead_status_history').select(['status', 'notes', 'changed_by']).orderBy('id').execute(),
    );
    expect(history).toEqual([
      { status: 'contacted', notes: 'ligar amanhã', changed_by: company.editor.userId },
      { status: 'converted', notes: null, changed_by: company.admin.userId },
    ]);
  });
});
