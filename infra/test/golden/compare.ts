import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Answer } from './ask.ts';

/** A place in an answer, without the numbers of rows, and what is different there. */
interface Difference {
  count: number;
  readonly examples: string[];
}

const EXAMPLES_MAX = 3;

/** Prints every place where the two files of answers differ. Gives whether there is none. */
export async function compare(beforeFile: string, afterFile: string): Promise<boolean> {
  // As text: a file has hundreds of megabytes, and most lines are equal.
  const before = new Map<string, string>();
  for await (const line of linesOf(beforeFile)) before.set(questionOf(line), line);
  const questions = before.size;
  const differences = new Map<string, Difference>();
  const differ = (line: string | undefined, otherLine: string | undefined) => {
    const one = line === undefined ? undefined : (JSON.parse(line) as Answer);
    const other = otherLine === undefined ? undefined : (JSON.parse(otherLine) as Answer);
    const question = (one ?? other)?.question ?? '';
    const endpoint = question
      .split(' ')[2]!
      .replace(/\?.*/, '')
      .replace(/\b(cv|ld|tn)_\w+/, ':id');
    const note = (place: string, value: unknown, otherValue: unknown) => {
      const key = `${endpoint} ${place}`;
      const found = differences.get(key) ?? { count: 0, examples: [] };
      differences.set(key, found);
      found.count += 1;
      const example = `${question}: ${short(value)} → ${short(otherValue)}`;
      if (found.examples.length < EXAMPLES_MAX) found.examples.push(example);
    };
    if (one === undefined || other === undefined) note('(question)', one?.status, other?.status);
    else differValues(one, other, '', note);
  };
  let others = 0;
  for await (const line of linesOf(afterFile)) {
    others += 1;
    const question = questionOf(line);
    if (before.get(question) !== line) differ(before.get(question), line);
    before.delete(question);
  }
  for (const line of before.values()) differ(line, undefined);
  for (const [place, { count, examples }] of [...differences].sort()) {
    console.log(`${place}: ${count}`);
    for (const example of examples) console.log(`    ${example}`);
  }
  console.log(`${questions} answers before, ${others} after, ${differences.size} places that differ`);
  return differences.size === 0;
}

function differValues(
  one: unknown,
  other: unknown,
  place: string,
  note: (place: string, one: unknown, other: unknown) => void,
) {
  if (Object.is(one, other)) return;
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) note(`${place}.length`, one.length, other.length);
    for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
      differValues(one[index], other[index], `${place}[]`, note);
    }
  } else if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      differValues(one[name], other[name], `${place}.${name}`, note);
    }
  } else note(place, one, other);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);

const linesOf = (file: string) => createInterface({ input: createReadStream(file) });
const questionOf = (line: string): string => /^\{"question":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '';
