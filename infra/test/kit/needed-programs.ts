/**
 * Programs of the machine that some tests need. On a build server (CI=true) a missing one is an error; elsewhere these tests are
 * skipped, and the last line of a run names what to install.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment } from '@tracker/infra/config/config';

interface Needed {
  readonly tests: string;
  readonly programs: readonly string[];
  readonly install: string;
}

const NEEDED = {
  kafka: { tests: 'Kafka', programs: ['java', 'keytool', 'mvn'], install: 'default-jre-headless maven' },
  redis: { tests: 'Redis', programs: ['redis-server'], install: 'redis-server' },
  gateway: { tests: 'gateway', programs: ['nginx'], install: 'nginx-light' },
  proxies: { tests: 'Caddy and HAProxy', programs: ['caddy', 'haproxy'], install: 'caddy haproxy' },
  pooler: { tests: 'PgBouncer', programs: ['pgbouncer'], install: 'pgbouncer' },
  tls: { tests: 'TLS', programs: ['openssl'], install: 'openssl' },
  alerts: { tests: 'alert rules', programs: ['promtool'], install: 'prometheus' },
} satisfies Record<string, Needed>;

type Kind = keyof typeof NEEDED;
const KINDS = Object.keys(NEEDED) as Kind[];

/** `npx -y pnpm@12 test:containers` runs. `containers.ts` is loaded only then: its library takes a third of a second. */
export const storesAreContainers = (): boolean => environment().TEST_STORES === 'containers';

/** Whether tests of this kind can run here. Throws on a build server where they cannot. */
export function programsAreHere(kind: Kind): boolean {
  const missing = missingOf(NEEDED[kind]);
  if (missing.length === 0) return true;
  if (environment().CI !== 'true') return false;
  throw new Error(`The ${NEEDED[kind].tests} tests must run here, and cannot: ${missing.join(' and ')} not found.`);
}

/** What to install so that something of these kinds can run; undefined where nothing is missing. */
export function installFor(kinds: readonly Kind[]): string | undefined {
  const missing = kinds.map((kind) => NEEDED[kind]).filter((needed) => missingOf(needed).length > 0);
  return missing.length === 0 ? undefined : `apt install ${missing.map(({ install }) => install).join(' ')}`;
}

/** One sentence about the tests that were skipped for want of a program, or none. */
export function skippedForPrograms(): string | undefined {
  const skipped = KINDS.map((kind) => NEEDED[kind]).filter((needed) => missingOf(needed).length > 0);
  if (skipped.length === 0) return undefined;
  const tests = skipped.map(({ tests }) => tests).join(', ');
  return `Skipped: the tests of ${tests}. To run them: ${installFor(KINDS)}`;
}

const missingOf = ({ programs }: Needed) => programs.filter((program) => !isInPath(program));

const isInPath = (program: string) =>
  (environment().PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
