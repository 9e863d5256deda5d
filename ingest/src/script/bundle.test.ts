import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const bundle = readFileSync(new URL('./mc.min.js', import.meta.url));

test('keeps mc.js within 6 kB compressed', () => {
  expect(gzipSync(bundle, { level: 9 }).length).toBeLessThanOrEqual(6_000);
});

test('ships mc.js as one function in ES2017 without unsafe calls', () => {
  const text = bundle.toString();
  expect(text).toMatch(/^\(function\(MC_SERVED\)\{[\s\S]*\}\)\(''\);\n$/);
  // Newer syntax, which an older browser would refuse as a whole, and newer functions, which would end it on the way.
  expect(text).not.toMatch(/\?\?|\?\.[a-z([]|\{\.\.\.|catch\{|for await|\bimport\(|\.#/);
  expect(text).not.toMatch(
    /\.(flat|flatMap|fromEntries|matchAll|replaceAll|allSettled|at|finally|trimStart|toSorted)\(/,
  );
  expect(text).not.toMatch(/\beval\b|new Function|innerHTML|document\.write/);
});
