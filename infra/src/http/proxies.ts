import { BlockList, isIPv6 } from 'node:net';
import { cleanAddress } from './sender.ts';

/** Whether a peer is a trusted proxy. A hop count trusts every peer. */
export function proxiesOf(trustProxy: false | number | readonly string[]): (peer: string) => boolean {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return () => true;
  const trusted = new BlockList();
  for (const range of trustProxy) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (peer) => {
    const address = cleanAddress(peer);
    return address !== '' && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}
