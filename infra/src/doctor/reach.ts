// From where an address is reached.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from '../postbacks/public-address.ts';
import type { Reach } from './rules.ts';

const LOOPBACK = /^(127\.|::1$)/;
/** Names that no public name server gives out. */
const LOCAL_NAME = /^[^.]+$|\.(local|localhost|internal|lan|home\.arpa)$/i;

const reachOfAddress = (address: string): Reach => {
  if (LOOPBACK.test(address)) return 'loopback';
  return isPublicAddress(address) ? 'public' : 'private';
};

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

/** Of a store: the widest of its addresses. A name without one is private; that it is not reached shows elsewhere. */
export async function reachOfStore(host: string): Promise<Reach> {
  const addresses = await lookup(bare(host), { all: true }).catch(() => []);
  const reaches = addresses.map(({ address }) => reachOfAddress(address));
  if (reaches.includes('public')) return 'public';
  return reaches.length > 0 && reaches.every((one) => one === 'loopback') ? 'loopback' : 'private';
}

/** Of a URL that people open; a name is taken as it is, since it may have another address inside. */
export function reachOfUrl(url: string): Reach {
  const host = bare(new URL(url).hostname);
  if (isIP(host) !== 0) return reachOfAddress(host);
  if (/(^|\.)localhost$/i.test(host)) return 'loopback';
  return LOCAL_NAME.test(host) ? 'private' : 'public';
}

/** Whether a listener takes connections from the internet: by its own address, or by one of this machine's where it has all. */
export function isPublicListener(host: string): boolean {
  if (isIP(host) === 0) return false;
  if (host !== '0.0.0.0' && host !== '::') return isPublicAddress(host);
  return Object.values(networkInterfaces())
    .flat()
    .some((one) => one !== undefined && isPublicAddress(one.address));
}
