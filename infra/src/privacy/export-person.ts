// All stored data of a person as one JSON object, for the legal right of access.

import type { TenantId } from '@tracker/schemas/primitives/ids';
import { asOwner } from '../postgres/as-owner.ts';
import type { Sql } from '../postgres/connect.ts';
import type { ErasureDeps } from './erase-person.ts';
import {
  checkedEmail,
  groupOf,
  type PersonAt,
  type PersonSearch,
  type PrivacyDeps,
  personAtTenants,
} from './find-person.ts';
import { phoneBoxOf } from './lead-phone.ts';
import type { Fields } from './person-box.ts';
import type { PersonGroup } from './person-groups.ts';
import { conversionsOfPerson, deliveriesOfPersons } from './queries.ts';

export interface ExportedPerson {
  readonly email: string;
  /** Those that know the person, or erased them. */
  readonly companies: readonly ExportedTenant[];
  /** Users of the product with this e-mail. */
  readonly accounts: readonly object[];
}

/** As the operator's command prints it. */
export interface ExportedTenant extends Omit<StoredPerson, 'tenantName' | 'conversions'> {
  readonly company: string;
  readonly sales: StoredPerson['conversions'];
}

/** What one tenant has of a person. */
export interface StoredPerson extends PersonAt {
  readonly tenantName: string;
  readonly erasedAt: string | null;
  /** More than the rest shows: what is not processed yet, or expired in the tables and not in the log. */
  readonly keys: number;
  readonly leads: readonly (object & { readonly [Field in 'name' | 'email' | 'phone']?: string })[];
  /** `personal` is null once the person was erased, or when a delivery had nothing personal. */
  readonly deliveries: readonly (object & { readonly personal: Fields | null })[];
  readonly conversions: readonly object[];
}

export async function exportPerson(deps: ErasureDeps, search: PersonSearch): Promise<ExportedPerson> {
  const email = checkedEmail(search.email);
  return asOwner(deps, async (sql) => {
    const tenants: ExportedTenant[] = [];
    for (const { isKnown, ...person } of await personAtTenants(sql, { ...search, email })) {
      if (!isKnown) continue;
      const stored = await exportGroup(deps, person.tenantId, await groupOf(deps, person));
      const { tenantName: company, conversions: sales, ...rest } = stored;
      tenants.push({ ...rest, company, sales });
    }
    return { email, companies: tenants, accounts: await accountsOf(sql, email) };
  });
}

/** All that one tenant has of the person. */
export async function exportGroup(deps: PrivacyDeps, tenantId: TenantId, group: PersonGroup): Promise<StoredPerson> {
  const { personId } = group;
  const personIds = [...group.personIds];
  const { postgres, clickhouse } = deps;
  const stored = await postgres.withTenant(tenantId, async (transaction) => ({
    tenant: await transaction.selectFrom('tenants').select('name').executeTakeFirst(),
    erased: await transaction
      .selectFrom('erased_persons')
      .select('erased_at')
      .where('person_id', 'in', personIds)
      .orderBy('erased_at', 'desc')
      .executeTakeFirst(),
    keys: await transaction
      .selectFrom('person_keys')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .where('person_id', 'in', personIds)
      .executeTakeFirst(),
    leads: await transaction
      .selectFrom('leads')
      .selectAll()
      .where('person_id', 'in', personIds)
      .orderBy('received_at')
      .execute(),
    history: await transaction
      .selectFrom('lead_status_history as h')
      .innerJoin('leads as l', (join) => join.onRef('l.tenant_id', '=', 'h.tenant_id').onRef('l.id', '=', 'h.lead_id'))
      .select(['h.lead_id', 'h.status', 'h.notes', 'h.at'])
      .where('l.person_id', 'in', personIds)
      .orderBy('h.at')
      .execute(),
  }));
  const open = (box: Box) => fieldsOf(deps, tenantId, box);

  const leads = await Promise.all(
    stored.leads.map(async ({ tenant_id: _, event_id: __, person_id, person_key_id, person_encrypted, ...row }) => {
      const { first_phone, first_click: _1, first_source: _2, first_medium: _3, first_campaign: _4, ...lead } = row;
      const fields = await open({ person_id, person_key_id, person_encrypted });
      const later = phoneBoxOf(first_phone);
      const added = later === '' ? undefined : await open({ person_id, person_key_id, person_encrypted: later });
      return {
        ...fields,
        ...(added?.phone && !fields?.phone && { phone: added.phone }),
        ...lead,
        history: stored.history
          .filter(({ lead_id }) => lead_id === lead.id)
          .map(({ lead_id: _id, ...change }) => change),
      };
    }),
  );
  const rows = await deliveriesOfPersons.run(clickhouse, tenantId, { personIds });
  const deliveries = await Promise.all(
    rows.map(async ({ person_id, person_key_id, person_encrypted, body, ...delivery }) => ({
      ...delivery,
      personal: await open({ person_id, person_key_id, person_encrypted }),
      body: JSON.parse(body) as unknown,
    })),
  );
  const conversionIds = [...new Set(rows.map((row) => row.conversion_id).filter((id) => id !== ''))];
  const conversions =
    conversionIds.length === 0 ? [] : await conversionsOfPerson.run(clickhouse, tenantId, { conversionIds });
  return {
    tenantId,
    personId,
    tenantName: stored.tenant?.name ?? '',
    erasedAt: stored.erased?.erased_at.toISOString() ?? null,
    keys: Number(stored.keys?.total ?? 0),
    leads,
    deliveries,
    conversions,
  };
}

interface Box {
  readonly person_id: string;
  readonly person_key_id: string;
  readonly person_encrypted: string;
}

/** Null once the person was erased. */
async function fieldsOf({ persons }: PrivacyDeps, tenantId: TenantId, box: Box): Promise<Fields | null> {
  if (box.person_encrypted === '') return null;
  const person = { personId: box.person_id, keyId: box.person_key_id, sealed: box.person_encrypted };
  return (await persons.decrypt(tenantId, person)) ?? null;
}

const accountsOf = (sql: Sql, email: string): Promise<object[]> => sql<object[]>`
  SELECT m.tenant_id AS "tenantId", p.first_name AS "firstName", p.last_name AS "lastName", m.role, m.created_at AS "createdAt"
  FROM persons p LEFT JOIN memberships m ON m.user_id = p.id WHERE lower(p.email) = ${email} ORDER BY m.created_at, m.tenant_id`;
