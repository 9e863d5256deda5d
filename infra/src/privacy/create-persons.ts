// The keys of persons, in Postgres and in a short-lived cache. Every process that caches a key is notified of an erasure.
import { randomBytes } from 'node:crypto';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { LRUCache } from 'lru-cache';
import type { PersonalData, PersonTies } from '../event-log/recorder.ts';
import { randomText } from '../identity/random-id.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Sql } from '../postgres/connect.ts';
import { withQueryTimeout } from '../postgres/query-timeout.ts';
import { CHANNELS } from '../postgres/wire.ts';
import { type Keyring, SecretError } from '../secrets/keyring.ts';
import { decryptFields, encryptFields, type Fields, type PersonKey } from './person-box.ts';
import type { Persons } from './persons.ts';

const KEYS_MAX = 50_000;
/** The bound on a lost notification. */
const FRESH_MS = 60_000;
const KEY_BYTES = 32;

export interface PersonsOptions {
  readonly sql: Sql;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/** What the database knows of a person: their key, and when they were last erased. */
interface Known {
  readonly key: PersonKey | null;
  readonly erasedAt: Date | null;
  /** Those that are stored: each is written to the database once. */
  readonly ties: ReadonlySet<string>;
}

interface KeyRow {
  readonly key_id: string | null;
  readonly wrapped: Uint8Array | null;
  readonly erased_at: Date | null;
}

/** Binds a wrapped key to its row. */
export const wrappedFor = (tenantId: string, personId: string, keyId: string): string =>
  `person-key ${tenantId} ${personId} ${keyId}`;

/** Resolves when erasures are listened to, over a connection that ends with `sql`. */
export async function createPersons({ sql, keyring, clock }: PersonsOptions): Promise<Persons> {
  const memory = new LRUCache<string, Known>({ max: KEYS_MAX, ttl: FRESH_MS });
  /** Grows with each notified erasure: a look-up that began before it is not cached after it. */
  let erasures = 0;
  let waiting: Map<string, { tenantId: TenantId; personId: string }> | undefined;
  let answer: Promise<Map<string, Known>> | undefined;

  const nameOf = (tenantId: string, personId: string) => `${tenantId} ${personId}`;

  function unwrap(
    { tenantId, personId, ties }: { tenantId: string; personId: string; ties: ReadonlySet<string> },
    { key_id: keyId, wrapped, erased_at }: KeyRow,
  ): Known {
    const key =
      keyId === null || wrapped === null
        ? null
        : { keyId, key: keyring.decrypt(wrapped, wrappedFor(tenantId, personId, keyId)) };
    return { key, erasedAt: erased_at, ties };
  }

  /** One statement, which creates a missing key, and stores the ties, unless the person was erased after `received`. */
  async function take(tenantId: TenantId, { personId, ties }: PersonalData, received: Date): Promise<Known> {
    const heard = erasures;
    const name = nameOf(tenantId, personId);
    const { phone = null, transaction = null, hasEmail = true, verified = false } = ties ?? {};
    const keyId = randomText(16);
    const wrapped = Buffer.from(keyring.encrypt(randomBytes(KEY_BYTES), wrappedFor(tenantId, personId, keyId)));
    const [row] = await withQueryTimeout(
      sql<KeyRow[]>`
        SELECT * FROM take_person_key(${tenantId}, ${personId}, ${received}, ${keyId}, ${wrapped},
                                      ${hasEmail}, ${verified}, ${phone}, ${transaction})`,
    );
    const stored = new Set([...(memory.get(name)?.ties ?? NO_TIES), ...tieNames(ties)]);
    const known = row ? unwrap({ tenantId, personId, ties: stored }, row) : { key: null, erasedAt: null, ties: stored };
    if (heard === erasures) memory.set(name, known);
    return known;
  }

  async function readAll(wanted: Map<string, { tenantId: TenantId; personId: string }>) {
    const heard = erasures;
    const list = [...wanted.values()].map(({ tenantId, personId }) => ({ tenant_id: tenantId, person_id: personId }));
    const rows = await withQueryTimeout(
      sql<(KeyRow & { tenant_id: string; person_id: string })[]>`
        SELECT * FROM read_person_keys(${JSON.stringify(list)}::text::jsonb)`,
    );
    const found = new Map<string, Known>();
    for (const row of rows) {
      const name = nameOf(row.tenant_id, row.person_id);
      const ties = memory.get(name)?.ties ?? NO_TIES;
      const known = unwrap({ tenantId: row.tenant_id, personId: row.person_id, ties }, row);
      found.set(name, known);
      if (heard === erasures) memory.set(name, known);
    }
    return found;
  }

  /** All look-ups of one turn of the event loop are one statement: a page of leads, a batch of the log. */
  async function read(tenantId: TenantId, personId: string): Promise<Known | undefined> {
    const name = nameOf(tenantId, personId);
    if (!waiting || !answer) {
      const wanted: NonNullable<typeof waiting> = new Map();
      waiting = wanted;
      answer = new Promise((resolve, reject) => {
        setImmediate(() => {
          waiting = undefined;
          readAll(wanted).then(resolve, reject);
        });
      });
    }
    waiting.set(name, { tenantId, personId });
    return (await answer).get(name);
  }

  function forget(name: string | null) {
    erasures += 1;
    if (name === null) memory.clear();
    else memory.delete(name);
  }

  // `forget(null)` also after each lost connection: erasures of that time were not heard.
  await sql.listen(CHANNELS.personErased, forget, () => forget(null));

  return {
    async encrypt(tenantId, receivedAt, personal) {
      const { personId, fields, ties } = personal;
      const received = new Date(receivedAt);
      let known = memory.get(nameOf(tenantId, personId));
      const isNew = !known || tieNames(ties).some((tie) => !known?.ties.has(tie));
      // Without a key but not erased after this event: it came back after the erasure, and gets a new one.
      if (!known || isNew || (known.key === null && !erasedAfter(known, received))) {
        known = await take(tenantId, personal, received);
        // The key that was there for the insert was erased before it was read; once more, and the erasure is seen.
        if (known.key === null && !erasedAfter(known, received)) known = await take(tenantId, personal, received);
      }
      if (known.key === null || erasedAfter(known, received)) return null;
      return encryptFields(tenantId, personId, known.key, fields);
    },

    async decrypt(tenantId, person) {
      let known = memory.get(nameOf(tenantId, person.personId));
      if (known?.key?.keyId !== person.keyId) known = await read(tenantId, person.personId);
      // Another key: this box is from before the person was erased and came back.
      return known?.key?.keyId === person.keyId ? openOrUndefined(tenantId, person, known.key) : undefined;
    },

    async erase(tenantId, personId) {
      const [row] = await withQueryTimeout(
        sql<{ deleted: string }[]>`
          SELECT erase_person(${tenantId}, ${personId}, ${new Date(clock.now())}) AS deleted`,
      );
      forget(nameOf(tenantId, personId));
      return Number(row?.deleted ?? 0);
    },
  };
}

function openOrUndefined(...box: Parameters<typeof decryptFields>): Fields | undefined {
  try {
    return decryptFields(...box);
  } catch (error) {
    if (error instanceof SecretError) return undefined;
    throw error;
  }
}

const NO_TIES: ReadonlySet<string> = new Set();

const tieNames = (ties: PersonTies | undefined): string[] =>
  [ties?.phone, ties?.transaction].flatMap((tie) => (tie === undefined ? [] : [`${tie} ${ties?.verified}`]));

const erasedAfter = ({ erasedAt }: Known, received: Date): boolean => erasedAt !== null && erasedAt >= received;
