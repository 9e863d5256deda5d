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
  const before = await readAnswers(beforeFile);
  const after = await readAnswers(afterFile);
  const differences = new Map<string, Difference>();
  for (const question of new Set([...before.keys(), ...after.keys()])) {
    const endpoint = question
      .split(' ')[2]!
      .replace(/\?.*/, '')
      .replace(/\b(cv|ld|tn)_\w+/, ':id');
    const note = (place: string, one: unknown, other: unknown) => {
      const key = `${endpoint} ${place}`;
      const found = differences.get(key) ?? { count: 0, examples: [] };
      differences.set(key, found);
      found.count += 1;
      const example = `${question}: ${short(one)} → ${short(other)}`;
      if (found.examples.length < EXAMPLES_MAX) found.examples.push(example);
    };
    const one = before.get(question);
    const other = after.get(question);
    if (one === undefined || other === undefined) note('(question)', one?.status, other?.status);
    else if (JSON.stringify(one) !== JSON.stringify(other)) differ(one, other, '', note);
  }
  for (const [place, { count, examples }] of [...differences].sort()) {
    console.log(`${place}: ${count}`);
    for (const example of examples) console.log(`    ${example}`);
  }
  console.log(`${before.size} answers before, ${after.size} after, ${differences.size} places that differ`);
  return differences.size === 0;
}

function differ(
  one: unknown,
  other: unknown,
  place: string,
  note: (place: string, one: unknown, other: unknown) => void,
) {
  if (Object.is(one, other)) return;
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) note(`${place}.length`, one.length, other.length);
    for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
      differ(one[index], other[index], `${place}[]`, note);
    }
  } else if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      differ(one[name], other[name], `${place}.${name}`, note);
    }
  } else note(place, one, other);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);

async function readAnswers(file: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const answer = JSON.parse(line) as Answer;
    answers.set(answer.question, answer);
  }
  return answers;
}
