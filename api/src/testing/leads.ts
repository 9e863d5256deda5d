import { leadIdOf } from '@tracker/infra/identity/lead-id';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import { personIdOf } from '@tracker/infra/privacy/person-id';
import type { Stack } from '@tracker/infra/testing/stack';
import type { TestTenant } from '@tracker/infra/testing/tenant-fixture';

export interface GivenLead {
  readonly at: string;
  readonly email: string;
  readonly name?: string;
  readonly phone?: string;
  readonly source?: string;
  readonly clickSource?: string;
  readonly status?: string;
}

/** A lead as the processor stores it. Gives its id. */
export async function storeLead(stack: Stack, { tenantId, campaignId }: TestTenant, given: GivenLead): Promise<string> {
  const { at, email, name = 'Ana Sá', phone = '', source = '', clickSource = '', status = 'new' } = given;
  return stack.postgres.withTenant(tenantId, async (transaction) => {
    const { person_salt } = await transaction.selectFrom('tenants').select('person_salt').executeTakeFirstOrThrow();
    const personId = personIdOf(person_salt, email);
    const person = await stack.persons.seal(tenantId, at, { personId, fields: { name, email, phone } });
    if (!person) throw new Error('the person was erased');
    const id = leadIdOf(tenantId, campaignId, personId);
    await transaction
      .insertInto('leads')
      .values({
        tenant_id: tenantId,
        id,
        event_id: uuidV7(Date.parse(at)),
        received_at: at,
        campaign_id: campaignId,
        click_id: '',
        click_minute: null,
        source,
        medium: '',
        campaign: '',
        person_id: personId,
        person_key_id: person.keyId,
        sealed: person.sealed,
        click_source: clickSource,
        country: 'Brasil',
        city: 'Campinas',
        status,
      })
      .execute();
    return id;
  });
}
