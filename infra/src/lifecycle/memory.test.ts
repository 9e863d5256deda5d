import { describe, expect, test } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { engineMemoryBytes, heapLimitMb, memoryBytes, refuseTooLittleMemory } from './memory.ts';

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;

test('takes the memory of the container, else of the machine', () => {
  expect(memoryBytes(2 * GIBIBYTE, 16 * GIBIBYTE)).toBe(2 * GIBIBYTE);
  expect(memoryBytes(0, 16 * GIBIBYTE)).toBe(16 * GIBIBYTE);
  expect(memoryBytes(2 ** 63, 4 * GIBIBYTE)).toBe(4 * GIBIBYTE);
});

describe('the parts of the memory', () => {
  test.each([
    [16 * GIBIBYTE, 6_553, 2_048],
    [4 * GIBIBYTE, 1_638, 1_024],
    [2 * GIBIBYTE, 819, 512],
    [1 * GIBIBYTE, 409, 256],
    [700 * MEBIBYTE, 280, 256],
    [256 * MEBIBYTE, 256, 256],
  ])('of %d bytes are a heap of %d MiB and an engine of %d MiB', (bytes, heapMb, engineMb) => {
    expect([heapLimitMb(bytes), engineMemoryBytes(bytes) / MEBIBYTE]).toEqual([heapMb, engineMb]);
  });
});

test('refuses a start with too little in a sentence that says how much there is', () => {
  expect(() => refuseTooLittleMemory(false, 640 * MEBIBYTE)).not.toThrow();
  expect(() => refuseTooLittleMemory(false, 512 * MEBIBYTE)).toThrow(StartError);
  expect(() => refuseTooLittleMemory(false, 512 * MEBIBYTE)).toThrow(
    'needs 640 MiB of memory, and this machine or container has 512 MiB',
  );
  expect(() => refuseTooLittleMemory(true, 700 * MEBIBYTE)).toThrow(
    'needs 896 MiB of memory (640 MiB with DEMO_DATA=off), and this machine or container has 700 MiB',
  );
});
