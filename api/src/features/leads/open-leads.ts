// The person of a lead is stored encrypted; this decrypts one page at a time, with the persons' own keys.
import { phoneBoxOf } from '@tracker/infra/privacy/lead-phone';
import type { Persons } from '@tracker/infra/privacy/persons';
import { type Lead, LeadStatus } from '@tracker/schemas/contracts/leads.contract';
import { countryName } from '@tracker/schemas/primitives/country-name';
import type { CampaignId, LeadId, TenantId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { StoredLead } from './repository.ts';

type EncryptedLead = Pick<StoredLead, 'person_id' | 'person_key_id' | 'person_encrypted'> &
  Partial<Pick<StoredLead, 'first_phone'>>;

/** The fields of the person; undefined for one who was erased between the reading of the row and of the key. */
export async function decryptPerson(persons: Persons, tenantId: TenantId, row: EncryptedLead) {
  const { person_id: personId, person_key_id: keyId, person_encrypted: sealed, first_phone: firstPhone } = row;
  const person = await persons.decrypt(tenantId, { personId, keyId, sealed });
  const later = phoneBoxOf(firstPhone);
  if (!person || person.phone || later === '' || later === sealed) return person;
  const { phone = '' } = (await persons.decrypt(tenantId, { personId, keyId, sealed: later })) ?? {};
  return { ...person, phone };
}

export async function openLead(persons: Persons, tenantId: TenantId, row: StoredLead): Promise<Lead | undefined> {
  const person = await decryptPerson(persons, tenantId, row);
  return person && toLead(row, person);
}

/** In the order of the rows; without those who were erased meanwhile. */
export async function openLeads(persons: Persons, tenantId: TenantId, rows: readonly StoredLead[]): Promise<Lead[]> {
  const opened = await Promise.all(rows.map((row) => openLead(persons, tenantId, row)));
  return opened.filter((lead) => lead !== undefined);
}

const orNull = (text: string | null | undefined): string | null => (text ? text : null);

function toLead(row: StoredLead, person: Readonly<Record<string, string>>): Lead {
  return {
    id: row.id as LeadId,
    name: person.name ?? '',
    email: person.email ?? '',
    phone: orNull(person.phone),
    country: orNull(countryName(row.country_code)),
    city: orNull(row.city),
    source: orNull(row.shown_source),
    medium: orNull(row.medium),
    campaign: orNull(row.campaign),
    campaignId: row.campaign_id as CampaignId | null,
    clickId: orNull(row.click_id),
    status: LeadStatus.parse(row.status),
    notes: orNull(row.notes),
    createdAt: instantFromMs(row.received_at.getTime()),
  };
}
