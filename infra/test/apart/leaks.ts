// What no program and no gateway may print: keys, query strings, visitors. Searched after each scenario, since most lines are of failures.
import type { RegisteredTenant } from '../kit/registered-tenant.ts';
import { VISITOR_ADDRESS } from './visitors.ts';

/** What one part of an installation has printed. */
export interface Printed {
  readonly name: string;
  readonly text: string;
}

const LINES_MAX = 5;

/** A line for each kind of secret that a log has, with the first places. `tenant`: whose keys were in use. */
export function leaksIn(logs: readonly Printed[], tenant: RegisteredTenant): string[] {
  const keys = [tenant.trackingKey, tenant.password, ...Object.values(tenant.webhookKeys)].filter((key) => key !== '');
  const kinds: readonly (readonly [string, (line: string) => boolean])[] = [
    ['a key', (line) => keys.some((key) => line.includes(key))],
    ['a query string', (line) => /[?&](key|sub1|tsource|clickid|format)=/.test(line)],
    ["a visitor's address", (line) => VISITOR_ADDRESS.test(line)],
    ['an e-mail', (line) => line.includes('@clientes.example.com')],
  ];
  return logs.flatMap(({ name, text }) => {
    const lines = text.split('\n');
    return kinds.flatMap(([kind, has]) =>
      lines
        .filter(has)
        .slice(0, LINES_MAX)
        .map((line) => `${name} prints ${kind}: ${line.slice(0, 300)}`),
    );
  });
}
