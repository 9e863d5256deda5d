import { createPasswords } from '@tracker/api/http/password';
import { randomId, randomText } from '@tracker/infra/identity/random-id';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { CostsTable } from '@tracker/infra/postgres/database';
import { createTenant, newTenantId, newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import type { Credentials } from '@tracker/schemas/contracts/auth.contract';
import type { ClickEvent } from '@tracker/schemas/events/click';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { CampaignId, TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import type { Insertable } from 'kysely';
import { CAMPAIGNS, pageOf } from './catalogue.ts';
import { type DemoEvent, type DemoInput, demoEvents } from './generate.ts';
import { CLICKS_FOR_A_LEAD, type LeadDeps, seedLeads } from './leads.ts';

/** What the demo pays besides its ads; the tax on spend comes with every tenant. The tax on revenue rises within the story. */
function demoCosts({ tenantId, timeZone, endMs, campaignIds }: DemoInput): Insertable<CostsTable>[] {
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

const APPEND_SIZE = 1_000;

/**
 * Creates the demo tenant once and sends its events through the event log. Returns the number of events appended now: 0 when the
 * demo exists already. Interrupted seeding continues at the next start: the events are the same, ids included, and nothing counts
 * twice.
 */
export async function seedDemo(
  deps: LeadDeps & { readonly login: Credentials; readonly days: number },
  nowMs: number,
  onProgress: (appended: number) => void,
): Promise<number> {
  const { postgres, log } = deps;
  const demo = (await findDemo(deps)) ?? (await makeDemo(postgres, deps, nowMs));
  if (demo.isSeeded) return 0;
  let appended = 0;
  let clicks = 0;
  const leads: ClickEvent[] = [];
  for (const part of inParts(demoEvents(demo.input), APPEND_SIZE)) {
    await log.append(
      EVENTS_TOPIC,
      part.map((event) => ({ key: keyOf(event), value: JSON.stringify(event) })),
    );
    for (const event of part) {
      if (event.type !== 'click') continue;
      clicks += 1;
      if (clicks % CLICKS_FOR_A_LEAD === 0) leads.push(event);
    }
    appended += part.length;
    onProgress(appended);
  }
  await seedLeads(deps, demo.input, leads);
  await postgres.withTenant(demo.input.tenantId, (transaction) =>
    transaction
      .updateTable('tenants')
      .set({ demo_seeded_at: new Date(nowMs) })
      .where('id', '=', demo.input.tenantId)
      .execute(),
  );
  return appended;
}

interface DemoTenant {
  readonly input: DemoInput;
  readonly isSeeded: boolean;
}

interface DemoChoice {
  readonly login: Credentials;
  readonly days: number;
}

async function findDemo({
  postgres,
  login,
  days,
}: DemoChoice & { readonly postgres: Postgres }): Promise<DemoTenant | undefined> {
  const [found] = await postgres.sql<
    { tenant_id: string; user_id: UserId; password_hash: string; is_demo: boolean }[]
  >`SELECT tenant_id, user_id, password_hash, is_demo FROM lookup_user_by_email(${login.email})`;
  if (!found) return undefined;
  const tenantId = found.tenant_id as TenantId;
  if (found.is_demo) await setPassword(postgres, found, login);
  return postgres.withTenant(tenantId, async (transaction) => {
    const tenant = await transaction
      .selectFrom('tenants')
      .selectAll()
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const campaigns = await transaction.selectFrom('campaigns').select('campaign_id').execute();
    const campaignIds = new Map(
      CAMPAIGNS.flatMap(({ slug }) => {
        const campaign = campaigns.find(({ campaign_id }) => campaign_id.startsWith(`demo-${slug}-`));
        return campaign ? [[slug, campaign.campaign_id as CampaignId] as const] : [];
      }),
    );
    const input = { tenantId, timeZone: DEFAULT_TIME_ZONE, endMs: tenant.created_at.getTime(), days, campaignIds };
    return { input, isSeeded: !tenant.is_demo || tenant.demo_seeded_at !== null };
  });
}

/** The database may be older than the password: of another data directory, or of a version that published one. */
async function setPassword(
  postgres: Postgres,
  { user_id: userId, password_hash: hash }: { readonly user_id: UserId; readonly password_hash: string },
  login: Credentials,
): Promise<void> {
  const passwords = createPasswords();
  if (await passwords.verify(hash, login.password)) return;
  const password_hash = await passwords.hash(login.password);
  await postgres.withPerson({ userId }, async (transaction) => {
    await transaction.updateTable('persons').set({ password_hash }).execute();
    await transaction.deleteFrom('sessions').execute();
  });
}

async function makeDemo(postgres: Postgres, { login, days }: DemoChoice, nowMs: number): Promise<DemoTenant> {
  const tenantId = newTenantId();
  const suffix = randomText(6).toLowerCase();
  const campaignIds = new Map(CAMPAIGNS.map(({ slug }) => [slug, `demo-${slug}-${suffix}` as CampaignId]));
  const password_hash = await createPasswords().hash(login.password);
  const createdAt = new Date(nowMs);
  const campaignsCreatedAt = new Date(nowMs - days * DAY_MS);
  const [main, ...others] = CAMPAIGNS;
  const input: DemoInput = { tenantId, timeZone: DEFAULT_TIME_ZONE, endMs: nowMs, days, campaignIds };
  await postgres.withTenant(tenantId, async (transaction) => {
    await createTenant(transaction, {
      tenantId,
      name: 'Empresa Demonstração',
      slug: `demo-${suffix}`,
      isDemo: true,
      createdAt,
      ...(main && {
        campaign: {
          campaignId: campaignIds.get(main.slug) as CampaignId,
          name: main.name,
          destinationUrl: pageOf(main),
        },
      }),
    });
    await transaction
      .insertInto('campaigns')
      .values(
        others.map((campaign) => ({
          campaign_id: campaignIds.get(campaign.slug) as CampaignId,
          tenant_id: tenantId,
          id: randomId('cp'),
          name: campaign.name,
          destination_url: pageOf(campaign),
          created_at: createdAt,
        })),
      )
      .execute();
    await transaction.updateTable('campaigns').set({ created_at: campaignsCreatedAt }).execute();
    await transaction.insertInto('costs').values(demoCosts(input)).execute();
    await createUser(transaction, {
      id: newUserId(),
      tenant_id: tenantId,
      email: login.email,
      first_name: 'Dora',
      last_name: 'Demonstração',
      role: 'admin',
      is_owner: true,
      password_hash,
      created_at: createdAt,
    });
  });
  return { input, isSeeded: false };
}

/** The key that ingest would give: the click, so that it precedes its conversions; else the campaign; else the tenant. */
function keyOf(event: DemoEvent): string {
  if (event.type === 'click' || event.type === 'page-view') return event.payload.clickId;
  if (event.type === 'ad-spend') return event.campaignId ?? event.tenantId;
  return (JSON.parse(event.payload.body) as { click_id?: string }).click_id ?? event.tenantId;
}

function* inParts<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let part: T[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
