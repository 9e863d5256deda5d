import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment } from '@tracker/infra/config/config';

/** `pnpm test:containers` runs. `containers.ts` is loaded only then: its library takes a third of a second. */
export const storesAreContainers = (): boolean => environment().TEST_STORES === 'containers';

/**
 * Whether a test can run that needs programs of this machine. On a build server (CI=true) a missing program is an error, unless the tests
 * are optional; elsewhere the tests are skipped, and one line says so.
 */
export function programsAreHere(needed: {
  readonly tests: string;
  readonly programs: readonly string[];
  readonly install: string;
  /** Build servers do not have the program. */
  readonly optional?: boolean;
}): boolean {
  const missing = needed.programs.filter((program) => !isInPath(program));
  if (missing.length === 0) return true;
  const message = `${missing.join(' and ')} not found`;
  if (environment().CI === 'true' && !needed.optional)
    throw new Error(`The ${needed.tests} tests must run here, and cannot: ${message}.`);
  const name = needed.tests.toUpperCase();
  process.stderr.write(`\n*** ${name} TESTS ARE SKIPPED: ${message}. Install ${needed.install} to run them. ***\n`);
  return false;
}

const isInPath = (program: string) =>
  (environment().PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
