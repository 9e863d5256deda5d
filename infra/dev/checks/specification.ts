/**
 * Checks that each part of the specification has a test with its tag that `npx -y pnpm@12 test` runs, and that titles contain no references to the specification.
 */
import { readCoverage } from '../spec/coverage.ts';
import { tierOf } from '../tiers.ts';

const { parts, slips } = await readCoverage(new URL('../../../', import.meta.url));
const unproved = parts.filter(({ tests }) => !tests.some(({ file }) => tierOf(file) === 'test'));
for (const { requirement } of unproved)
  console.log(`§${requirement.id} has no test in \`npx -y pnpm@12 test\`: ${requirement.text}`);
for (const slip of slips) console.log(slip);
if (unproved.length > 0 || slips.length > 0) process.exitCode = 1;
