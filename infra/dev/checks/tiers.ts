/** Checks, by asking Vitest, that each test file runs in the one tier that `infra/dev/tiers.ts` says. */
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import { chooseTier, FIRST_FILES, tierOf } from '../tiers.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** As the two commands choose them. */
async function filesOf(tier: 'test' | 'rest'): Promise<string[]> {
  chooseTier(tier);
  const vitest = await createVitest('test', { watch: false, root });
  const found = await vitest.globTestSpecifications();
  await vitest.close();
  return found.map(({ moduleId }) => relative(root, moduleId));
}

const slips: string[] = [];
const runs = [...(await filesOf('test')).map((file) => ({ file, tier: 'test' }))];
runs.push(...(await filesOf('rest')).map((file) => ({ file, tier: 'rest' })));
const all = globSync('**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist', '.stryker'].includes(name),
});
for (const file of all) {
  const found = runs.filter((run) => run.file === file).map(({ tier }) => tier);
  const expected = tierOf(file) === 'nightly' ? [] : [tierOf(file)];
  if (found.join() !== expected.join())
    slips.push(`${file} should run in [${expected.join(', ')}], and runs in [${found.join(', ')}].`);
}
for (const { file } of runs)
  if (!all.includes(file)) slips.push(`${file} runs, and is in none of the folders looked at.`);
for (const file of FIRST_FILES)
  if (!all.includes(file)) slips.push(`infra/dev/tiers.ts names ${file}, which is not there.`);
for (const file of FIRST_FILES)
  if (!/\.(integration|e2e)\./.test(file))
    slips.push(`infra/dev/tiers.ts names ${file}, which is in \`test\` by its kind.`);
if (new Set(FIRST_FILES).size < FIRST_FILES.length) slips.push('infra/dev/tiers.ts names a file twice.');

for (const slip of slips) console.log(slip);
process.exit(slips.length > 0 ? 1 : 0);
