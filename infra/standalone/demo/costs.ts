import { randomId } from '@tracker/infra/identity/random-id';
import type { CostsTable } from '@tracker/infra/postgres/database';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { Insertable } from 'kysely';
import type { DemoInput } from './generate.ts';

/** What the demo pays besides its ads; the tax on spend comes with every tenant. The tax on revenue rises within the story. */
export function demoCosts({ tenantId, timeZone, endMs, campaignIds }: DemoInput): Insertable<CostsTable>[] {
  const daysAgo = (days: number) => addDays(dayOf(endMs, timeZone), -days);
  const before = daysAgo(60);
  return [
    { kind: 'revenue-tax', first_day: before, percent: '4.5', note: 'Simples Nacional' },
    { kind: 'revenue-tax', first_day: daysAgo(12), percent: '6', note: 'Simples Nacional, nova faixa' },
    { kind: 'gateway-fee', first_day: before, percent: '4.99', fixed: '1.00', note: 'Boletos' },
    { kind: 'product-cost', first_day: before, product_id: 'CT-1', fixed: '6.00', note: 'Área de membros' },
    { kind: 'product-cost', first_day: before, product_id: 'MV-1', fixed: '45.00', note: 'Horas dos mentores' },
    { kind: 'expense', every: 'month', first_day: before, fixed: '1890.00', note: 'Ferramentas e equipe' },
    {
      ...{ kind: 'expense', every: 'once', first_day: daysAgo(8), fixed: '650.00', note: 'Novos vídeos' },
      campaign_id: campaignIds.get('ebook') ?? null,
    },
  ].map((cost) => ({ ...cost, tenant_id: tenantId, id: randomId('co'), changed_at: new Date(endMs) }));
}
