import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const explained = new Set(
  [...readFileSync(join(root, 'infra/docs/decisions.md'), 'utf8').matchAll(/^(\d+)\. /gm)].map(([, number]) => number),
);

test('explains every decision that the code names', () => {
  const lines = execFileSync('git', ['grep', '-hoiE', '\\bdecisions? [0-9]+(, [0-9]+)*( and [0-9]+)?', '--', '.'], {
    ...{ cwd: root, encoding: 'utf8' },
  });
  const named = new Set(lines.match(/\d+/g));
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((number) => !explained.has(number))).toEqual([]);
});
