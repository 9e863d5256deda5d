import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import { GUIDES } from '@tracker/schemas/checkouts/generated/guides';
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../schemas/src/checkouts', import.meta.url));

describe('folder of a checkout', () => {
  test('is in the registry', () => {
    const folders = globSync('*/checkout.ts', { cwd: folder }).map((path) => path.split('/')[0]);
    expect(folders.sort()).toEqual([...CHECKOUT_IDS].sort());
  });

  test.each(CHECKOUT_IDS)('%s has examples, a guide, and a test that says what each example means', (id) => {
    expect(EXAMPLES[id].length).toBeGreaterThan(0);
    expect(GUIDES[id].secret).not.toBe('');
    expect(GUIDES[id].steps.length).toBeGreaterThan(1);
    const tests = globSync(`${id}/*.test.ts`, { cwd: folder }).map((path) => readFileSync(`${folder}/${path}`, 'utf8'));
    expect(tests.join('\n')).toContain(`describeCheckout('${id}'`);
  });
});
