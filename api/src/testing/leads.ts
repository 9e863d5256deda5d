import { leadIdOf } from '@tracker/infra/identity/lead-id';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import { personIdOf } from '@tracker/infra/privacy/person-id';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import type { Stack } from '@tracker/test/kit/stack';
import type { TestTenant } from '@tracker/test/kit/tenant-fixture';

export interface GivenLead {
  readonly at: string;
  readonly email: string;
  readonly name?: string;
  readonly phone?: string;
  readonly source?: string;
  readonly clickSource?: string;
  readonly status?: string;
  readonly hasKey?: boolean;
  /** By default the tenant's own; null: of none. */
  readonly campaignId?: CampaignId | null;
}

/** A lead as the processor stores it. Returns its id. */
export async function storeLead(stack: Stack, tenant: TestTenant, given: GivenLead): Promise<string> {
  const [id] = await storeLeads(stack, tenant, [given]);
  if (id === undefined) throw new Error('no lead');
  return id;
}

const ENCRYPTED_AT_ONCE = 20;

/** Many of them in one statement. Gives their ids. */
export async function storeLeads(stack: Stack, tenant: TestTenant, given: readonly GivenLead[]): Promise<string[]> {
  const { tenantId } = tenant;
  const { person_salt } = await stack.postgres.withTenant(tenantId, (transaction) =>
    transaction.selectFrom('tenants').select('person_salt').executeTakeFirstOrThrow(),
  );
  const rows: Awaited<ReturnType<typeof rowOf>>[] = [];
  // Each makes a key of its own, and waits for the database no longer than a post would.
  for (let first = 0; first < given.length; first += ENCRYPTED_AT_ONCE) {
    const some = given.slice(first, first + ENCRYPTED_AT_ONCE);
    rows.push(...(await Promise.all(some.map((one) => rowOf(stack, tenant, person_salt, one)))));
  }
  await stack.postgres.withTenant(tenantId, (transaction) => transaction.insertInto('leads').values(rows).execute());
  return rows.map(({ id }) => id);
}

async function rowOf(stack: Stack, tenant: TestTenant, salt: string, given: GivenLead) {
  const { tenantId } = tenant;
  const {
    at,
    email,
    name = 'Ana Sá',
    phone = '',
    source = '',
    clickSource = '',
    status = 'new',
    hasKey = false,
    campaignId = tenant.campaignId,
  } = given;
  const personId = personIdOf(salt, email);
  const person = await stack.persons.encrypt(tenantId, at, { personId, fields: { name, email, phone } });
  if (!person) throw new Error('the person was erased');
  return {
    tenant_id: tenantId,
    id: leadIdOf(tenantId, campaignId, personId),
    event_id: uuidV7(Date.parse(at)),
    received_at: at,
    has_key: hasKey,
    campaign_id: campaignId,
    click_id: '',
    click_minute: null,
    source,
    medium: '',
    campaign: '',
    person_id: personId,
    person_key_id: person.keyId,
    person_encrypted: person.sealed,
    click_source: clickSource,
    country_code: 'BR',
    city: 'Campinas',
    status,
  };
}
