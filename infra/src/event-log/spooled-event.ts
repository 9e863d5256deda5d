// An event in the spool. Without personal data it is exactly the bytes for the log. With personal data, those fields are
// encrypted by the keyring next to it, because the person's own key is in a database that may be unavailable.
import type { EncryptedPerson } from '@tracker/schemas/events/encrypted-person';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Keyring } from '../secrets/keyring.ts';
import type { NewRecord } from './event-log.ts';
import type { BatchRecord } from './record-batch.ts';
import type { Entry, PersonalData, RecordedEvent } from './recorder.ts';

interface Boxed {
  /** base64 of the box. */
  readonly boxed: string;
  readonly event: RecordedEvent;
}

/** No event begins so: its first field is its id. */
const BOXED_PREFIX = Buffer.from('{"boxed":');

/** Binds a box to its event: with another one it does not open. */
const boxAad = (event: { readonly tenantId: TenantId; readonly id: string }) => `spool|${event.tenantId}|${event.id}`;

export function spooledEvent({ key, event, personal }: Entry, keyring: Keyring): NewRecord {
  if (personal === undefined) return { key, value: JSON.stringify(event) };
  const box = keyring.encrypt(JSON.stringify(personal), boxAad(event));
  const boxed: Boxed = { boxed: Buffer.from(box).toString('base64'), event };
  return { key, value: JSON.stringify(boxed) };
}

/** The entry that must be encrypted before it goes to the log; undefined when the record can go as it is. Throws when the box does not open. */
export function openSpooledEvent({ key, value }: BatchRecord, keyring: Keyring): Required<Entry> | undefined {
  if (Buffer.compare(value.subarray(0, BOXED_PREFIX.length), BOXED_PREFIX) !== 0) return undefined;
  const { boxed, event } = JSON.parse(Buffer.from(value).toString()) as Boxed;
  const personal = keyring.decrypt(Buffer.from(boxed, 'base64'), boxAad(event));
  return { key, event, personal: JSON.parse(Buffer.from(personal).toString()) as PersonalData };
}

/** Null: that person was erased meanwhile. */
export const withPerson = (event: RecordedEvent, person: EncryptedPerson | null): RecordedEvent => ({
  ...event,
  payload: { ...event.payload, person },
});
