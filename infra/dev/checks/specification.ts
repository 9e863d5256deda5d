/** Every part of the specification is named by a test, and no test names a part that there is not. */
import { readCoverage } from '../spec/coverage.ts';

const { parts, unknown } = await readCoverage(new URL('../../../', import.meta.url));
const unproved = parts.filter(({ tests }) => tests.length === 0);
for (const { requirement } of unproved) console.log(`§${requirement.id} has no test: ${requirement.text}`);
for (const slip of unknown) console.log(`No such part: ${slip}`);
if (unproved.length > 0 || unknown.length > 0) process.exitCode = 1;
