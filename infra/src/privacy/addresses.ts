// Whole IP addresses of visitors are needed for a while (is it one robot?) and must be gone after 30 days from every copy of the
// log and the tables. They are stored encrypted with the key of their day; deleting the key makes that day's addresses
// unreadable.
import { randomBytes } from 'node:crypto';
import type { RequestFacts } from '@tracker/schemas/events/request-facts';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { utcDayOf } from '@tracker/schemas/primitives/time';
import { StartError } from '../errors/start-error.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Sql } from '../postgres/connect.ts';
import { withQueryTimeout } from '../postgres/query-timeout.ts';
import { type Keyring, SecretError } from '../secrets/keyring.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type AddressCipher, createAddressCipher } from './address-block.ts';
import { cutAddress } from './cut-address.ts';

/** Decision 43. */
export const ADDRESS_DAYS = 30;
/** Once a day by each process; above one, so that days without a run are caught up. */
const FORGET_DAYS_MAX = 2;
const PRELOAD_EVERY_MS = HOUR_MS;
const KEY_BYTES = 32;

export type AddressFacts = Pick<RequestFacts, 'ipAddress' | 'address'>;

export interface Addresses {
  /** For an event of this moment. The keys of today and tomorrow are in memory; without one, only the network is kept. */
  encrypt(ip: string, atMs: number): AddressFacts;
  /**
   * The network of an address (/24, /48) as a name for its day and tenant: the same in all processes, and another one on another day. Once the
   * day's key is deleted, no one can find the network of a name any more (ADR 80). '' without that key, and for what is no address.
   */
  nameNetwork(ip: string, atMs: number, tenantId: string): string;
  /** The whole address; only its network once the day's key is gone. Rejects when the keys cannot be reached. */
  decrypt(facts: AddressFacts): string | Promise<string>;
  /**
   * Deletes the keys of days older than 30 days, at most those of two days: a clock that is ahead for a moment deletes no more than a usual
   * day does. Nothing reads an older address meanwhile. Returns how many.
   */
  forgetOld(): Promise<number>;
  close(): void;
}

export interface AddressesOptions {
  readonly sql: Sql;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Binds a wrapped key to its day ('2026-11-20'). */
export const addressKeyOf = (day: string): string => `address-key ${day}`;

/** Resolves when the keys of today and tomorrow are in memory. */
export async function createAddresses({ sql, keyring, clock, logger }: AddressesOptions): Promise<Addresses> {
  /** By days since 1970 (UTC). Null: the key is gone, and does not come back. */
  const ciphers = new Map<number, AddressCipher | null>();
  const asking = new Map<number, Promise<AddressCipher | null>>();
  const isOver = (day: number): boolean => day < utcDayOf(clock.now()) - ADDRESS_DAYS;

  function remember(day: number, wrapped: Uint8Array | undefined): AddressCipher | null {
    const cipher = wrapped ? createAddressCipher(keyring.decrypt(wrapped, addressKeyOf(textOf(day)))) : null;
    ciphers.set(day, cipher);
    return cipher;
  }

  /** The first to come makes the day's key, and all others take that one. */
  async function make(day: number): Promise<void> {
    const wrapped = Buffer.from(keyring.encrypt(randomBytes(KEY_BYTES), addressKeyOf(textOf(day))));
    const rows = await withQueryTimeout(
      sql<{ wrapped: Uint8Array }[]>`
        WITH made AS (
          INSERT INTO address_keys (day, wrapped) VALUES (${textOf(day)}, ${wrapped}) ON CONFLICT DO NOTHING RETURNING wrapped
        )
        SELECT wrapped FROM made UNION ALL SELECT wrapped FROM address_keys WHERE day = ${textOf(day)}`,
    );
    // Another process made it between the two halves of the statement: the next look sees it.
    if (rows.length === 0) await make(day);
    else remember(day, rows[0]?.wrapped);
  }

  async function preload(): Promise<void> {
    const today = utcDayOf(clock.now());
    for (const day of [today, today + 1]) if (!ciphers.get(day)) await make(day);
    for (const day of ciphers.keys()) if (isOver(day)) ciphers.delete(day);
  }

  async function load(day: number): Promise<AddressCipher | null> {
    const rows = await withQueryTimeout(
      sql<{ wrapped: Uint8Array }[]>`SELECT wrapped FROM address_keys WHERE day = ${textOf(day)}`,
    );
    return remember(day, rows[0]?.wrapped);
  }

  try {
    await preload();
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw new StartError(`The keys of APP_KEYS are not those of this database: ${error.message} Put that key back.`);
  }
  const timer = setInterval(() => {
    preload().catch((error: unknown) =>
      logger.warn(
        { event: 'addresses.key.failed', err: error },
        'address key for the next day not created; retrying in 1 h',
      ),
    );
  }, PRELOAD_EVERY_MS).unref();

  return {
    encrypt(ip, atMs) {
      const day = utcDayOf(atMs);
      const encrypted = ciphers.get(day)?.encrypt(ip) ?? '';
      return encrypted === ''
        ? { ipAddress: cutAddress(ip) }
        : { ipAddress: cutAddress(ip), address: { keyId: keyIdOf(day), sealed: encrypted } };
    },

    nameNetwork(ip, atMs, tenantId) {
      const network = cutAddress(ip);
      return network === '' ? '' : (ciphers.get(utcDayOf(atMs))?.name(`${tenantId}|${network}`) ?? '');
    },

    decrypt({ ipAddress, address }) {
      if (!address) return ipAddress;
      const day = dayOfKeyId(address.keyId);
      if (day === undefined || isOver(day)) return ipAddress;
      const cipher = ciphers.get(day);
      if (cipher) return cipher.decrypt(address.sealed) || ipAddress;
      if (cipher === null) return ipAddress;
      const loading = asking.get(day) ?? load(day).finally(() => asking.delete(day));
      asking.set(day, loading);
      return loading.then((loaded) => loaded?.decrypt(address.sealed) || ipAddress);
    },

    async forgetOld() {
      const oldest = textOf(utcDayOf(clock.now()) - ADDRESS_DAYS);
      const gone = await withQueryTimeout(
        sql<{ day: string }[]>`
          DELETE FROM address_keys WHERE day IN (
            SELECT day FROM address_keys WHERE day < ${oldest} ORDER BY day LIMIT ${FORGET_DAYS_MAX}
          ) RETURNING day::text`,
      );
      for (const day of ciphers.keys()) if (isOver(day)) ciphers.delete(day);
      return gone.length;
    },

    close: () => clearInterval(timer),
  };
}

const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** Short, since every event contains it: days since 1970. */
const keyIdOf = (day: number): string => String(day);
const dayOfKeyId = (keyId: string): number | undefined => (/^\d{1,6}$/.test(keyId) ? Number(keyId) : undefined);
