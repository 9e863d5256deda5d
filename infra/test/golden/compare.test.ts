import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from './ask.ts';
import { compareAnswers, ExpectedDifferences as Expected, type ExpectedDifferences } from './compare.ts';

const costs = 'saopaulo admin /api/costs?';
const conversion = 'saopaulo admin /api/conversions/cv_0a1b?';
const BEFORE: readonly Answer[] = [
  { question: costs, status: 200, body: [{ percent: '5', id: 'co_1' }, { percent: '6' }] },
  { question: conversion, status: 200, body: { revenue: '10.00', story: null } },
  { question: 'saopaulo viewer /api/leads?q=ana', status: 200, total: '3', body: [] },
];

async function compared(after: readonly Answer[], expected: ExpectedDifferences = [], before = BEFORE) {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-golden-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [one, other] = [before, after].map((answers, index) => {
    const file = join(folder, `${index}.jsonl`);
    writeFileSync(file, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
    return file;
  }) as [string, string];
  return compareAnswers(one, other, expected);
}

const [first, second, third] = BEFORE as [Answer, Answer, Answer];
const CHANGED: readonly Answer[] = [
  { ...first, body: [{ percent: '5', id: 'co_1' }, { percent: '6.01' }] },
  { ...second, body: { revenue: '10.01' } },
  { ...third, total: '4', status: 500 },
];

test('finds nothing in equal answers, in any order, and counts new questions', async () => {
  const fresh = { question: 'saopaulo admin /api/new?', status: 200, body: {} };
  expect(await compared([third, fresh, second, first])).toEqual({
    ...{ isGood: true, lines: ['3 answers compared, 1 new questions: no unexpected difference'] },
  });
});

test('prints each place that differs with route, question, path, and both values', async () => {
  expect(await compared(CHANGED)).toEqual({
    isGood: false,
    lines: [
      '✗ /api/conversions/:id body.revenue: 1',
      `    ${conversion} body.revenue: "10.00" → "10.01"`,
      '✗ /api/conversions/:id body.story: 1',
      `    ${conversion} body.story: null → nothing`,
      '✗ /api/costs body[].percent: 1',
      `    ${costs} body[1].percent: "6" → "6.01"`,
      '✗ /api/leads status: 1',
      '    saopaulo viewer /api/leads?q=ana status: 200 → 500',
      '✗ /api/leads total: 1',
      '    saopaulo viewer /api/leads?q=ana total: "3" → "4"',
      '3 answers compared: DIFFERENT',
    ],
  });
});

test('takes a missing question and a longer list for differences', async () => {
  const { lines } = await compared([{ ...first, body: [{ percent: '5', id: 'co_1' }] }, second]);
  expect(lines).toEqual([
    '✗ /api/costs body.length: 1',
    `    ${costs} body.length: 2 → 1`,
    '✗ /api/leads (question): 1',
    '    saopaulo viewer /api/leads?q=ana (question): 200 → nothing',
    '3 answers compared: DIFFERENT',
  ]);
});

test('compares an answer of which every row differs', async () => {
  const rows = (percent: string) => Array.from({ length: 200_000 }, () => ({ percent, id: 'co_1' }));
  const before = [{ ...first, body: rows('5') }];
  const { lines } = await compared([{ ...first, body: rows('6') }], [], before);
  expect(lines).toContain('✗ /api/costs body[].percent: 200000');
});

test('passes over differences that are expected with a reason, and fails when one of them is not there', async () => {
  const reason = 'percentages get two more digits';
  const after = [{ ...first, body: [{ percent: '5', id: 'co_1' }, { percent: '6.01' }] }, second, third];
  const expected = [{ place: '/api/costs body[].percent', reason }];
  expect(await compared(after, expected)).toEqual({
    isGood: true,
    lines: [`✓ /api/costs body[].percent: 1, expected: ${reason}`, '3 answers compared: no unexpected difference'],
  });
  expect(await compared(BEFORE, expected)).toEqual({
    isGood: false,
    lines: ['✗ /api/costs body[].percent: expected, and equal', '3 answers compared: DIFFERENT'],
  });
  expect(Expected.safeParse([{ place: '/api/costs body[].percent', reason: ' ' }]).success).toBe(false);
});
