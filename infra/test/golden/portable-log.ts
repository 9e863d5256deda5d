/**
 * The recorded log as a file: one JSON line per record, in the order of the log. Encrypted fields are stored decrypted, because
 * keys and ciphers belong to the version that reads the file: `person` holds the fields of a person, and each address gets an
 * invented host.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createAddresses } from '@tracker/infra/privacy/addresses';
import { leadTiesOf } from '@tracker/infra/privacy/person-id';
import type { EncryptedPerson } from '@tracker/schemas/events/encrypted-person';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { RunningProduct } from './run-product.ts';
import { saltOf } from './tenants.ts';

export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly tenantId: TenantId;
  readonly receivedAt: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface PortableRecord {
  readonly key: string;
  /** Undefined: the bytes are no event. */
  readonly event?: LoggedEvent;
  readonly person?: { readonly personId: string; readonly fields: Readonly<Record<string, string>> };
  readonly text?: string;
}

interface Request {
  readonly ipAddress: string;
  readonly address?: unknown;
}

/** All records of the product's log. */
export async function readPortable({ log, persons }: RunningProduct): Promise<PortableRecord[]> {
  const records: PortableRecord[] = [];
  const range = { topic: EVENTS_TOPIC, to: await log.ends(EVENTS_TOPIC), maxRecords: 5_000 };
  for await (const batch of log.read(range)) {
    for (const { key, value } of batch) {
      const text = Buffer.from(value).toString('utf8');
      const event = JSON.parse(text) as LoggedEvent;
      const { person: encrypted, ...payload } = event.payload as { person?: EncryptedPerson | null; request?: Request };
      const { address: _, ...request } = payload.request ?? {};
      const rest = payload.request === undefined ? payload : { ...payload, request };
      const fields = encrypted ? await persons.decrypt(event.tenantId, encrypted) : undefined;
      records.push({
        key,
        event: { ...event, payload: rest },
        ...(fields && encrypted && { person: { personId: encrypted.personId, fields } }),
      });
    }
  }
  return records;
}

/** Appends the file to the product's log, encrypted as its version does it. Gives the number of records. */
export async function appendPortable(product: RunningProduct, file: string): Promise<number> {
  const { log, persons, postgres, keyring, logger } = product;
  const addressesOfDay = new Map<number, ReturnType<typeof createAddresses>>();
  const encrypted = async (record: PortableRecord): Promise<string> => {
    const { event, person } = record;
    if (event === undefined) return record.text ?? '';
    const payload: Record<string, unknown> = { ...event.payload };
    if (person) {
      // A search finds a lead by its phone. Buyers are found by their e-mail alone.
      const ties = event.type === 'lead' ? { ties: leadTiesOf(saltOf(event.tenantId), person.fields.phone ?? '') } : {};
      payload.person = await persons.encrypt(event.tenantId, event.receivedAt, { ...person, ...ties });
    }
    const request = payload.request as Request | undefined;
    const atMs = Date.parse(event.receivedAt);
    const day = Math.floor(atMs / 86_400_000);
    if (request?.ipAddress.endsWith('.0')) {
      const opening =
        addressesOfDay.get(day) ?? createAddresses({ sql: postgres.sql, keyring, clock: { now: () => atMs }, logger });
      addressesOfDay.set(day, opening);
      payload.request = { ...request, ...(await opening).encrypt(withHost(request.ipAddress, event.id), atMs) };
    }
    return JSON.stringify({ ...event, payload });
  };
  let count = 0;
  let batch: { key: string; value: string }[] = [];
  const flush = async () => {
    if (batch.length > 0) await log.append(EVENTS_TOPIC, batch);
    count += batch.length;
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const record = JSON.parse(line) as PortableRecord;
    batch.push({ key: record.key, value: await encrypted(record) });
    if (batch.length === 1_000) await flush();
  }
  await flush();
  for (const opening of addressesOfDay.values()) (await opening).close();
  return count;
}

const withHost = (network: string, id: string): string =>
  network.replace(/0$/, String(1 + (createHash('sha256').update(id).digest()[0]! % 254)));
