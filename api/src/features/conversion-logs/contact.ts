// Who bought, and how an editor reaches the buyer of an order that waits for its payment. This is personal data: it is decrypted for one order at a time, on
// demand, and each answer that has one is in the audit log. Anyone can send an order or a lead without a key, with any phone: such an order is left
// out, and so is such a lead that came after the order.

import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { createTokenBuckets } from '@tracker/infra/http/token-buckets';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { phoneBoxOf } from '@tracker/infra/privacy/lead-phone';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { ConversionBuyer, ConversionContact } from '@tracker/schemas/contracts/conversion-logs.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { cutText } from '@tracker/schemas/primitives/text';
import { buyerOf } from '@tracker/schemas/privacy/buyer';
import type { Person } from '../../http/access.ts';
import { recordAlone } from '../../store/audit.ts';
import { buyersOfEvents, conversionById, conversionLedger } from './queries.ts';

export interface ConversionContactService {
  /** 404 for an id that is unknown or belongs to another tenant; 429 for a person who asks for one after the other. */
  read(person: Person, id: string): Promise<ConversionContact>;
  /** As `read`, of a conversion in any status. */
  buyer(person: Person, id: string): Promise<ConversionBuyer>;
}

export interface ConversionContactDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly persons: Persons;
  readonly clock: Clock;
}

/** By person: enough to go through a list by hand, too few to take it along. */
export const CONTACT_RATE = { perSecond: 1 / 5, burst: 30 };

const NO_CONTACT: ConversionContact = { phone: null, firstName: null, from: null };
const NO_BUYER: ConversionBuyer = { name: null, email: null, phone: null };
const NAME_MAX = 120;
const FIRST_NAME_MAX = 60;

interface EncryptedFields {
  readonly person_id: string;
  readonly person_key_id: string;
  readonly person_encrypted: string;
}

export function createConversionContactService(deps: ConversionContactDeps): ConversionContactService {
  const { clickhouse, postgres, persons, clock } = deps;
  const buckets = createTokenBuckets(CONTACT_RATE);

  /** Of the events that came with a key; and when the first of these came. */
  async function buyersOf(tenantId: TenantId, conversionId: string) {
    const ledger = await conversionLedger.run(clickhouse, tenantId, { id: conversionId });
    const events = ledger.filter(({ verified }) => verified);
    const receivedAt = [...new Set(events.map((event) => event.received_at))].sort();
    const buyers = await buyersOfEvents.run(clickhouse, tenantId, {
      eventIds: events.map((event) => event.event_id),
      receivedAt,
    });
    return { buyers, orderedAt: receivedAt[0] ?? '' };
  }

  const leadsOf = (tenantId: TenantId, personIds: readonly string[], orderedAt: string): Promise<EncryptedFields[]> =>
    postgres.withTenant(tenantId, (trx) =>
      trx
        .selectFrom('leads')
        .select(['person_id', 'person_key_id', 'person_encrypted', 'first_phone'])
        .where('person_id', 'in', personIds)
        .where((is) => is.or([is('has_key', '=', true), is('received_at', '<', new Date(orderedAt))]))
        .orderBy('received_at', 'desc')
        .limit(20)
        .execute()
        .then((leads) =>
          // A phone that a later post added.
          leads.flatMap(({ first_phone, ...box }) => {
            const later = phoneBoxOf(first_phone);
            return later === '' || later === box.person_encrypted ? [box] : [box, { ...box, person_encrypted: later }];
          }),
        ),
    );

  /** The first with a phone; an erased person has none. */
  async function firstContact(
    tenantId: TenantId,
    boxes: readonly EncryptedFields[],
    from: ConversionContact['from'],
  ): Promise<ConversionContact> {
    for (const { person_id: personId, person_key_id: keyId, person_encrypted: sealed } of boxes) {
      const fields = await persons.decrypt(tenantId, { personId, keyId, sealed });
      const { phone, firstName } = buyerOf(fields ?? {});
      if (phone !== '') return { phone, firstName: cutText(firstName, FIRST_NAME_MAX) || null, from };
    }
    return NO_CONTACT;
  }

  /** A person's turn to ask, and the conversion. */
  async function conversionFor({ tenantId, userId }: Person, id: string) {
    const waitSeconds = buckets.take(userId, clock.now());
    if (waitSeconds > 0) throw new AppError('too-many-requests', { retryAfterSeconds: waitSeconds });
    const [row] = await conversionById.run(clickhouse, tenantId, { id });
    if (!row) throw notFound();
    return row;
  }

  return {
    async buyer(person, id) {
      const { tenantId } = person;
      await conversionFor(person, id);
      const { buyers } = await buyersOf(tenantId, id);
      for (const { person_id: personId, person_key_id: keyId, person_encrypted: sealed } of buyers) {
        const fields = await persons.decrypt(tenantId, { personId, keyId, sealed });
        const { firstName, lastName, email, phone } = buyerOf(fields ?? {});
        const name = cutText(`${firstName} ${lastName}`.trim(), NAME_MAX);
        if (name + email + phone === '') continue;
        await recordAlone(postgres, person, 'conversion.buyer', { id });
        return { name: name || null, email: email || null, phone: phone || null };
      }
      return NO_BUYER;
    },

    async read(person, id) {
      const { tenantId } = person;
      const row = await conversionFor(person, id);
      if (row.status !== 'pending' || row.is_test || !row.verified) return NO_CONTACT;
      const { buyers, orderedAt } = await buyersOf(tenantId, id);
      if (buyers.length === 0) return NO_CONTACT;
      const ofBuyers = await firstContact(tenantId, buyers, 'order');
      const personIds = buyers.map(({ person_id }) => person_id);
      const contact =
        ofBuyers.phone === null
          ? await firstContact(tenantId, await leadsOf(tenantId, personIds, orderedAt), 'lead')
          : ofBuyers;
      // Before the answer: what has left cannot be called back.
      if (contact.phone !== null) await recordAlone(postgres, person, 'conversion.contact', { id });
      return contact;
    },
  };
}
