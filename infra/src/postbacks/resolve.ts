// The addresses of a name that a tenant wrote down. They are asked of the name servers here, and not of the system: that takes one of a few threads of this
// process for as long as a name server does not answer, and every other name that the product needs waits behind it. Each owner of a domain can have such a server.
import { lookup, Resolver } from 'node:dns/promises';

type Resolve = (hostname: string) => Promise<string[]>;

/** Rejects when there is none. `servers`: by default those of the system. */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    // No name server knows it, and it must be known for what it is.
    if (/(^|\.)localhost\.?$/i.test(hostname)) return ['127.0.0.1'];
    // It reads the system's name servers when it is made, and they change under a process that runs for months.
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** As the system knows them, in its file of hosts too: for names that an operator set. */
export const systemAddresses: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
