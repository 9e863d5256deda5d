import { describe, expect, it } from 'vitest';
import { signalSink } from '../batch/sink.ts';
import { deadLetter, drop, ok } from './outcome.ts';
import { step } from './step.ts';
import { sharedSteps, stream } from './stream.ts';

const numbers = { name: 'numbers', sink: signalSink(() => undefined) };
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
    expect(stream(numbers, [double, step<number>('stop', () => drop('no link')), never]).run(4)).toEqual(
      drop('no link'),
    );
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

describe('group of shared steps', () => {
  const sharedBy = (inner: typeof later) => {
    const first = step<unknown, number>('first', (json) => ok((json as { value: number }).value));
    const shared = sharedSteps('shared', [first, inner]);
    return [stream(numbers, [shared, double]), stream(numbers, [shared, later])] as const;
  };

  it('runs once for each event, and every stream continues from its outcome', async () => {
    const seen: number[] = [];
    const [one, other] = sharedBy(
      step('counted', async (value) => {
        seen.push(value);
        return ok(value + 1);
      }),
    );
    for (const event of [{ value: 4 }, { value: 4 }, { value: 5 }]) {
      const { value } = event;
      expect([await one.run(event), await other.run(event)]).toEqual([ok((value + 1) * 2), ok(value + 2)]);
    }
    expect(seen).toEqual([4, 4, 5]);
  });

  it('ends all streams with the same outcome', async () => {
    const [one, other] = sharedBy(step('stop', () => drop('no link')));
    const event = { value: 4 };
    expect([await one.run(event), await other.run(event)]).toEqual([drop('no link'), drop('no link')]);
  });
});
