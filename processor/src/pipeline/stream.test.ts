import { describe, expect, it } from 'vitest';
import { noteSink } from '../sinks/sink.ts';
import { deadLetter, drop, ok } from './outcome.ts';
import { step } from './step.ts';
import { stream } from './stream.ts';

const numbers = { name: 'numbers', sink: noteSink(() => undefined) };
const double = step<unknown, number>('double', (value) => ok(Number(value) * 2));
const later = step<number>('later', async (value) => ok(value + 1));

describe('stream', () => {
  it('runs its steps in order, and stays synchronous when all steps are', async () => {
    expect(stream(numbers, [double, step<number, string>('text', (value) => ok(`${value}`))]).run(4)).toEqual(ok('8'));
    expect(await stream(numbers, [double, later, later]).run(4)).toEqual(ok(10));
  });

  it('ends at the first step that does not return ok', async () => {
    const never = step<number>('never', () => {
      throw new Error('not reached');
    });
    expect(stream(numbers, [double, step<number>('stop', () => drop('enough')), never]).run(4)).toEqual(drop('enough'));
    expect(await stream(numbers, [double, step<number>('stop', async () => deadLetter('bad')), never]).run(4)).toEqual(
      deadLetter('bad'),
    );
  });

  it('returns a dead letter that names the step when a step throws or rejects', async () => {
    const error = new Error('broken');
    const throws = step<number>('throws', () => {
      throw error;
    });
    const rejects = step<number>('rejects', () => Promise.reject(error));
    expect(stream(numbers, [double, throws]).run(4)).toEqual(deadLetter('step throws failed', error));
    expect(await stream(numbers, [double, rejects]).run(4)).toEqual(deadLetter('step rejects failed', error));
  });
});
