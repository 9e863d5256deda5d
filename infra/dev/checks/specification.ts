/**
 * Checks that each part of the specification has a test with its tag, and that titles contain no references to the specification.
 */
import { readCoverage } from '../spec/coverage.ts';

const { parts, slips } = await readCoverage(new URL('../../../', import.meta.url));
const unproved = parts.filter(({ tests }) => tests.length === 0);
for (const { requirement } of unproved) console.log(`§${requirement.id} has no test: ${requirement.text}`);
for (const slip of slips) console.log(slip);
if (unproved.length > 0 || slips.length > 0) process.exitCode = 1;
