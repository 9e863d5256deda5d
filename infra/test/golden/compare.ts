import { z } from 'zod';
import type { Answer } from './ask.ts';
import { type Difference, differencesOf } from './differences.ts';
import { linesOf } from './recording.ts';

/** What a change should do to the answers: each place as it is printed, and why. */
export const ExpectedDifferences = z.array(
  z.strictObject({ place: z.string().min(1), reason: z.string().trim().min(10, 'Say why in a sentence.') }),
);
export type ExpectedDifferences = z.infer<typeof ExpectedDifferences>;

export interface Comparison {
  /** All that is to be printed. */
  readonly lines: readonly string[];
  /** Nothing differs but what is expected, and all of that does. */
  readonly isGood: boolean;
}

const EXAMPLES_MAX = 3;
const VALUE_MAX = 120;

/** Compares two files of answers. Questions that only the second one has are new, and no difference. */
export async function compareAnswers(
  beforeFile: string,
  afterFile: string,
  expected: ExpectedDifferences,
): Promise<Comparison> {
  // As text: most lines are equal, and need no parsing.
  const before = new Map<string, string>();
  for await (const line of linesOf(beforeFile)) before.set(questionOf(line), line);
  const asked = before.size;
  const differences: Difference[] = [];
  // One by one: all of an answer at once may be more arguments than a call can have.
  const note = (some: readonly Difference[]) => {
    for (const one of some) differences.push(one);
  };
  let fresh = 0;
  for await (const line of linesOf(afterFile)) {
    const question = questionOf(line);
    const known = before.get(question);
    if (known === undefined) fresh += 1;
    else if (known !== line) note(differencesOf(JSON.parse(known) as Answer, JSON.parse(line) as Answer));
    before.delete(question);
  }
  for (const line of before.values()) note(differencesOf(JSON.parse(line) as Answer, undefined));
  const { lines, isGood } = judge(differences, expected);
  const summary = `${asked} answers compared${fresh > 0 ? `, ${fresh} new questions` : ''}: ${isGood ? 'no unexpected difference' : 'DIFFERENT'}`;
  return { lines: [...lines, summary], isGood };
}

/** Differences grouped by place, with some examples of each. */
export function judge(differences: readonly Difference[], expected: ExpectedDifferences): Comparison {
  const reasons = new Map(expected.map(({ place, reason }) => [place, reason]));
  const places = Map.groupBy(differences, ({ place }) => place);
  const lines = [...places]
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([place, some]) => {
      const reason = reasons.get(place);
      const head = `${reason === undefined ? '✗' : '✓'} ${place}: ${some.length}${reason === undefined ? '' : `, expected: ${reason}`}`;
      const examples = some.slice(0, EXAMPLES_MAX).map(({ question, path, before, after }) => {
        return `    ${question} ${path}: ${short(before)} → ${short(after)}`;
      });
      return reason === undefined ? [head, ...examples] : [head];
    });
  const absent = expected.filter(({ place }) => !places.has(place));
  for (const { place } of absent) lines.push(`✗ ${place}: expected, and equal`);
  return { lines, isGood: absent.length === 0 && [...places.keys()].every((place) => reasons.has(place)) };
}

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, VALUE_MAX);
const questionOf = (line: string): string => /^\{"question":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '';
