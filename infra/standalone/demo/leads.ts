// Leads of the demo: some clicks leave contact data, and the tenant's users have begun to call them.
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { hashOf } from '@tracker/infra/identity/conversion-id';
import { leadIdOf } from '@tracker/infra/identity/lead-id';
import type { Postgres } from '@tracker/infra/postgres/client';
import { leadTiesOf, personIdOf } from '@tracker/infra/privacy/person-id';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { ClickEvent } from '@tracker/schemas/events/click';
import type { EncryptedPerson } from '@tracker/schemas/events/encrypted-person';
import type { LeadEvent } from '@tracker/schemas/events/lead';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { DemoInput } from './generate.ts';
import { createRandom, type Random } from './random.ts';

export interface LeadDeps {
  readonly postgres: Postgres;
  readonly log: EventLog;
  readonly persons: Persons;
}

/** One lead for that many clicks: some 130. */
export const CLICKS_FOR_A_LEAD = 230;

const MINUTE_MS = 60_000;
const SEED = 20_260_102;
const DEMO_PERSON = 'Dora Demonstração';

const FIRST_NAMES = 'Maria João Ana Pedro Fernanda Lucas Beatriz Rafael Camila Thiago Patrícia Bruno Júlia André'.split(
  ' ',
);
const LAST_NAMES =
  'Silva Santos Oliveira Souza Lima Pereira Costa Almeida Nunes Gonçalves Rocha Araújo Conceição'.split(' ');
const NOTES = [
  'Ligou pedindo desconto; retornar na quinta à tarde.',
  'Prefere conversar pelo WhatsApp depois das 18h.',
  'Vai decidir com a sócia e responde até sexta.',
  'Já tinha comprado com outra empresa.',
  'Pediu a proposta por e-mail.',
];
const WORKS = [
  ['contacted'],
  ['contacted', 'qualified'],
  ['contacted', 'qualified', 'converted'],
  ['contacted', 'lost'],
  ['lost'],
  [],
];

/** As the form of a landing page would have sent them, and then what was made of them. Safe to repeat. */
export async function seedLeads(deps: LeadDeps, input: DemoInput, clicks: readonly ClickEvent[]): Promise<void> {
  const { postgres, log, persons } = deps;
  const { tenantId } = input;
  const random = createRandom(SEED);
  const { person_salt } = await postgres.withTenant(tenantId, (trx) =>
    trx.selectFrom('tenants').select('person_salt').executeTakeFirstOrThrow(),
  );
  for (const [index, click] of clicks.entries()) {
    const { event, personId, person } = demoLead(input, random, person_salt, click, index);
    const work = workOn(random, input, Date.parse(event.receivedAt));
    const ties = leadTiesOf(person_salt, person.phone);
    const encrypted = await persons.encrypt(tenantId, event.receivedAt, { personId, fields: { ...person }, ties });
    if (!encrypted) continue;
    await store(postgres, event, encrypted, click, work);
    const value = JSON.stringify({ ...event, payload: { ...event.payload, person: encrypted } });
    await log.append(EVENTS_TOPIC, [{ key: event.payload.clickId, value }]);
  }
}

interface Work {
  readonly status: string;
  readonly notes: string | null;
  readonly at: Date;
}

/** The row is there before its event, so that it can be worked on; the processor finds it as it would have written it. */
async function store(
  postgres: Postgres,
  { id, tenantId, campaignId, receivedAt, payload }: LeadEvent,
  encrypted: EncryptedPerson,
  click: ClickEvent,
  work: readonly Work[],
): Promise<void> {
  const { leadId, clickId, source, medium, campaign } = payload;
  const minute = Math.floor(Date.parse(click.receivedAt) / MINUTE_MS) * MINUTE_MS;
  await postgres.withTenant(tenantId, async (trx) => {
    const user = await trx.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const stored = await trx
      .insertInto('leads')
      .values({
        tenant_id: tenantId,
        id: leadId,
        event_id: id,
        received_at: receivedAt,
        campaign_id: campaignId,
        click_id: clickId,
        click_minute: instantFromMs(minute),
        source,
        medium,
        campaign,
        person_id: encrypted.personId,
        person_key_id: encrypted.keyId,
        person_encrypted: encrypted.sealed,
        status: work.at(-1)?.status ?? 'new',
        notes: work.findLast(({ notes }) => notes !== null)?.notes ?? '',
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored || work.length === 0) return;
    const who = { tenant_id: tenantId, lead_id: leadId, changed_by: user.id, changed_by_name: DEMO_PERSON };
    await trx
      .insertInto('lead_status_history')
      .values(work.map((change) => ({ ...change, ...who })))
      .execute();
  });
}

function demoLead(input: DemoInput, random: Random, salt: string, click: ClickEvent, index: number) {
  const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(' ', '.');
  // Numbers that no network gives out.
  const number = `(${random.integer(11, 19)}) 90000-${String(random.integer(0, 9_999)).padStart(4, '0')}`;
  const person = { name, email: `${plain}${index}@example.com`, phone: random.chance(0.8) ? number : '' };
  const personId = personIdOf(salt, person.email);
  const atMs = Math.min(Date.parse(click.receivedAt) + random.integer(1, 4) * MINUTE_MS, input.endMs);
  const at = instantFromMs(atMs);
  const rest = hashOf(`lead ${click.id}`);
  const time = atMs.toString(16).padStart(12, '0');
  const event: LeadEvent = {
    id: `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`,
    type: 'lead',
    schemaVersion: 1,
    tenantId: input.tenantId,
    campaignId: click.campaignId,
    occurredAt: at,
    receivedAt: at,
    payload: {
      leadId: leadIdOf(input.tenantId, click.campaignId, personId),
      clickId: click.payload.clickId,
      source: '',
      medium: '',
      campaign: '',
      person: null,
      request: click.payload.request,
      isConversion: false,
    },
  };
  return { event, personId, person };
}

/** Called after some hours, then decided; who came lately still waits. */
function workOn(random: Random, { endMs }: DemoInput, receivedMs: number): Work[] {
  let atMs = receivedMs;
  return random.pick(WORKS).flatMap((status) => {
    atMs += random.integer(2, 30) * 60 * MINUTE_MS;
    const notes = random.chance(0.4) ? random.pick(NOTES) : null;
    return atMs > endMs ? [] : [{ status, notes, at: new Date(atMs) }];
  });
}
