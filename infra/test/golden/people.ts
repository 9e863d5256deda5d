/** What the people of a tenant do: their settings, each at its moment of the story, and their work at its end. */
import { conversionIdOf } from '@tracker/infra/identity/conversion-id';
import { ERASE_WORD } from '@tracker/schemas/contracts/privacy.contract';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { createRandom } from '../../standalone/demo/random.ts';
import type { Call } from './calls.ts';
import { SECRETS } from './story.ts';
import type { GoldenTenant } from './tenants.ts';

const DAY_MS = 86_400_000;
const LEADS_WORKED_ON = 40;
const LEAD_STATUSES = ['contacted', 'qualified', 'converted', 'lost'];

type Given = Omit<Call, 'tenant' | 'as' | 'atMs'> & Partial<Pick<Call, 'as'>>;

/** Before the first event, in the middle of the story, near its end, and two hours before it. */
export function settingsOf(tenant: GoldenTenant, endMs: number): Call[] {
  const { name, tenantId, timeZone, campaignIds } = tenant;
  const [main = '', other = ''] = campaignIds;
  const day = (ago: number): TenantDay => addDays(dayOf(endMs, timeZone), -ago);
  const at = (atMs: number, ...calls: Given[]): Call[] =>
    calls.map((call) => ({ as: 'admin', ...call, tenant: name, atMs }));
  const cost = (body: object, keep?: Call['keep']): Given => ({
    method: 'POST',
    path: '/api/costs',
    body,
    ...(keep && { keep }),
  });
  const rates = (...body: object[]): Given => ({ method: 'PUT', path: '/api/exchange-rates', body });
  const unverified = (unverifiedConversions: string, more: object = {}): Given => ({
    ...{ method: 'PATCH', path: `/api/tenants/${tenantId}`, body: { unverifiedConversions, ...more } },
  });
  /** One tenant has the defaults, one changes its mind, and one lists them only. */
  const rules = (...calls: Given[]) => (name === 'newyork' ? calls : []);
  return [
    ...at(
      endMs - 36 * DAY_MS,
      ...Object.entries(SECRETS).map(([checkout, { secret }]): Given => {
        return { method: 'PUT', path: `/api/webhook-keys/${checkout}/secret`, body: { secret } };
      }),
      {
        method: 'PATCH',
        path: `/api/campaigns/${other}`,
        body: { leadsAreConversions: true, name: `Renomeada ${other}` },
      },
      ...rules(unverified('count', { unverifiedMaxAgeDays: 20, unverifiedPerDay: 3 })),
      ...(name === 'kolkata' ? [unverified('list')] : []),
      // ARS has none.
      rates(...['5.10', '5.55', '5.80'].map((rate, index) => ({ currency: 'USD', day: day(40 - index * 15), rate })), {
        ...{ currency: 'EUR', day: day(25), rate: '6.00' },
      }),
      cost({ kind: 'revenue-tax', from: day(60), percent: '4.5', note: 'Simples Nacional' }),
      cost({ kind: 'gateway-fee', from: day(61), percent: '4.99', fixed: '1.00' }),
      cost({ kind: 'gateway-fee', from: day(59), checkout: 'kiwify', percent: '8.99' }),
      cost({ kind: 'gateway-fee', from: day(20), until: day(10), percent: '2.5' }, { exception: 'id' }),
      cost({ kind: 'product-cost', from: day(62), productId: 'P-1', fixed: '6.00' }),
      cost({ kind: 'product-cost', from: day(15), productId: 'P-1', fixed: '7.35' }),
      cost({ kind: 'product-cost', from: day(58), productId: 'P-2', fixed: '45.00' }),
      cost({ kind: 'expense', every: 'month', from: day(63), fixed: '1890.00', note: 'Ferramentas e equipe' }),
      cost({ kind: 'expense', every: 'month', from: day(30), until: day(6), campaignId: main, fixed: '777.77' }),
      cost({ kind: 'expense', every: 'once', from: day(8), campaignId: other, fixed: '650.00' }, { videos: 'id' }),
      cost({ kind: 'expense', every: 'once', from: day(7), fixed: '12.34' }, { mistake: 'id' }),
    ),
    ...at(
      endMs - 16 * DAY_MS,
      ...rules(unverified('refuse')),
      cost({ kind: 'spend-tax', from: day(14), percent: '15.5' }),
      cost({ kind: 'revenue-tax', from: day(12), percent: '6' }),
    ),
    ...at(
      endMs - 9 * DAY_MS,
      ...rules(unverified('auto')),
      { method: 'PATCH', path: `/api/campaigns/${main}`, body: { status: 'paused' } },
      { method: 'POST', path: '/api/campaigns', body: { name: 'Nova campanha', campaignId: `${name}-nova` } },
    ),
    ...at(
      endMs - 2 * 3_600_000,
      rates({ currency: 'EUR', day: day(12), rate: '6.3171' }, { currency: 'USD', day: day(3), rate: '9.99' }),
      rates({ currency: 'USD', day: day(3), rate: null }),
      { method: 'PATCH', path: '/api/costs/{exception}', body: { percent: '2.75' } },
      { method: 'PATCH', path: '/api/costs/{videos}', body: { fixed: '655.50' } },
      { method: 'DELETE', path: '/api/costs/{mistake}' },
    ),
  ];
}

export interface WorkInput {
  readonly seed: number;
  /** Of the log. */
  readonly lead: { readonly email: string; readonly phone: string };
  readonly buyer: { readonly email: string };
}

/** Some of it is refused: spend that a platform reports, a file with mistakes, an assignment of a conversion with a click. */
export function workOf(tenant: GoldenTenant, endMs: number, { seed, ...persons }: WorkInput): Call[] {
  const calls = [
    ...[...spend(tenant, endMs, seed), ...imports(tenant, endMs, seed)],
    ...[...assignments(tenant), ...leads(), ...requestsOf(persons)],
  ];
  return calls.map((call) => ({ as: 'admin', ...call, tenant: tenant.name, atMs: endMs }));
}

function* spend({ timeZone, campaignIds }: GoldenTenant, endMs: number, seed: number): Generator<Given> {
  const random = createRandom(seed);
  const [main = '', other = ''] = campaignIds;
  const day = (ago: number): TenantDay => addDays(dayOf(endMs, timeZone), -ago);
  const enter = (campaignId: string, ago: number, body: object, as: Call['as'] = 'admin'): Given => ({
    ...{ as, method: 'PUT', path: `/api/campaigns/${campaignId}/spend`, body: { day: day(ago), ...body } },
  });
  yield { method: 'POST', path: '/api/api-keys', body: { name: 'Planilha', scopes: ['spend'] }, keep: { key: 'key' } };
  for (const ago of [0, 1, 2, 9, 20])
    yield enter(main, ago, { source: 'newsletter', amount: `${10 + ago}.25`, note: 'lista' });
  yield enter(main, 3, { source: 'radio', amount: '99.99', currency: 'USD' });
  yield enter(main, 4, { source: 'radio', amount: '5000', currency: 'ARS' });
  for (const ago of [5, 6, 7]) yield enter(other, ago, { source: 'google', amount: '33.33' });
  for (const ago of [8, 9, 10]) yield enter(other, ago, { source: 'podcast', amount: '17.1' }, 'key');
  yield enter(main, 9, { source: 'newsletter', amount: null });
  yield enter(other, 10, { source: 'podcast', amount: '18.4' }, 'key');
  yield enter(other, 1, { source: 'podcast', amount: '1' }, 'viewer');

  const row = (ago: number, campaign: string, source: string, cents: number) =>
    [
      day(ago).split('-').reverse().join('/'),
      campaign,
      source,
      `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`,
    ].join(';');
  const file = (...rows: string[]): Given => ({
    method: 'POST',
    path: '/api/spend/import',
    csv: ['dia;campanha;fonte;custo', ...rows].join('\n'),
  });
  const rows = Array.from({ length: 30 }, (_, index) => row(index, main, 'influencer', random.integer(100, 99_999)));
  yield {
    ...file(...rows, rows[3]!, row(2, 'nenhuma', 'influencer', 100), 'ontem;?;x;y'),
    keep: { spendFile: 'importId' },
  };
  yield {
    ...file(...rows.slice(0, 5), row(31, other, 'outdoor', 50_000), row(2, main, 'influencer', 1)),
    keep: { wrongFile: 'importId' },
  };
  yield { method: 'DELETE', path: '/api/spend/imports/{wrongFile}' };
}

/** Conversions from before the story and within it, some of which a checkout delivered as well. */
function* imports({ name, timeZone, campaignIds }: GoldenTenant, endMs: number, seed: number): Generator<Given> {
  const random = createRandom(seed + 1);
  const dateOf = (ago: number) => addDays(dayOf(endMs, timeZone), -ago).split('-').reverse().join('/');
  const file = (header: string, rows: readonly string[]): Given => ({
    ...{ method: 'POST', path: '/api/conversions/import', csv: [header, ...rows].join('\n') },
  });
  const generic = 'data;transação;valor;moeda;status;produto;plataforma;click_id;utm_source;utm_content';
  const rows = Array.from({ length: 80 }, (_, number) =>
    [
      `${dateOf(random.integer(0, 55))} ${random.integer(10, 23)}:${random.integer(10, 59)}`,
      number % 8 === 0 ? `T-${name}-${number * 11}` : `ANTIGA-${number}`,
      `${random.integer(10, 900)},${random.integer(10, 99)}`,
      random.pick(['BRL', 'BRL', 'USD', 'ARS']),
      random.pick(['aprovada', 'aprovada', 'completa', 'reembolsada', 'chargeback', 'pendente']),
      random.pick(['Curso', 'Livro', '']),
      random.pick(['generic', 'generic', 'eduzz']),
      random.chance(0.1) ? `mc_${campaignIds[0]}_${endMs}000001` : '',
      random.pick(['facebook', 'google', '']),
      `ad-${random.integer(1, 40)}`,
    ].join(';'),
  );
  yield { ...file(generic, [...rows, rows[5]!, 'hoje;;x;;;;;;;']), keep: { firstFile: 'importId' } };
  yield {
    ...file(
      generic,
      rows.slice(0, 20).map((row) => row.replace(/;BRL;/, ';EUR;')),
    ),
    keep: { secondFile: 'importId' },
  };
  yield { method: 'DELETE', path: '/api/conversions/imports/{secondFile}' };
  const hotmart =
    'Código da transação;Status da transação;Data da transação;Moeda de compra;Valor de compra sem impostos;Produto;Código SCK';
  const old = Array.from({ length: 20 }, (_, number) =>
    [
      `HP${number}${name}`,
      random.pick(['Aprovado', 'Completo', 'Reembolsado']),
      `${dateOf(random.integer(30, 300))} 12:00:00`,
      'BRL',
      `${random.integer(10, 900)},00`,
      'Mentoria',
      '',
    ].join(';'),
  );
  yield { ...file(hotmart, old), keep: { hotmartFile: 'importId' } };
  yield file(hotmart, old.slice(0, 3));
}

function* assignments({ tenantId, campaignIds }: GoldenTenant): Generator<Given> {
  const [main = '', other = ''] = campaignIds;
  const assign = (conversionId: string, campaignId: string | null, channel?: string): Given => ({
    ...{ method: 'PATCH', path: `/api/conversions/${conversionId}/attribution`, body: { campaignId, channel } },
  });
  const old = (number: number) => conversionIdOf(JSON.stringify([tenantId, 'generic', 'transaction', `OLD-${number}`]));
  for (const number of [0, 1, 2, 3, 4, 5])
    yield assign(old(number), number % 2 ? main : other, number % 3 ? 'WhatsApp' : undefined);
  yield assign(old(0), main, 'email');
  yield assign(old(1), null);
  yield assign(old(99_999), main);
  yield { method: 'GET', path: '/api/conversions?tracking=with&limit=1', keep: { tracked: '0.id' } };
  yield assign('{tracked}', main);
  yield { method: 'GET', path: '/api/conversions?status=pending&limit=1', keep: { pending: '0.id' } };
  yield { method: 'POST', path: '/api/conversions/{pending}/contact' };
  yield { method: 'GET', path: '/api/webhook-deliveries?verdict=processed&limit=1', keep: { delivery: '0.id' } };
  yield { method: 'POST', path: '/api/webhook-deliveries/{delivery}/reprocess' };
}

function* leads(): Generator<Given> {
  const numbers = Array.from({ length: LEADS_WORKED_ON }, (_, index) => index);
  const keep = Object.fromEntries(numbers.map((index) => [`lead${index}`, `${index}.id`]));
  yield { method: 'GET', path: `/api/leads?limit=${LEADS_WORKED_ON}`, keep };
  for (const index of numbers) {
    const body = {
      status: LEAD_STATUSES[index % LEAD_STATUSES.length],
      ...(index % 3 === 0 && { notes: `Nota ${index}` }),
    };
    yield { method: 'PATCH', path: `/api/leads/{lead${index}}`, body };
  }
}

/** A lead and a buyer are exported and erased. */
function* requestsOf({ lead, buyer }: Omit<WorkInput, 'seed'>): Generator<Given> {
  const search = (by: 'email' | 'phone', value: string, keep?: Call['keep']): Given => ({
    ...{ method: 'POST', path: '/api/privacy/search', body: { by, value }, ...(keep && { keep }) },
  });
  yield search('email', lead.email, { lead: '0.personId' });
  yield search('phone', lead.phone);
  yield search('email', buyer.email, { buyer: '0.personId' });
  for (const personId of ['{lead}', '{buyer}']) {
    yield { method: 'POST', path: '/api/privacy/export', body: { personId } };
    yield { method: 'POST', path: '/api/privacy/erase', body: { personId, confirm: ERASE_WORD } };
  }
  yield search('email', lead.email);
}
