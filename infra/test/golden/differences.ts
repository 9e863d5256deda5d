/** Where two answers to one question differ. */
import type { Answer } from './ask.ts';
import { masked } from './mask.ts';

export interface Difference {
  readonly question: string;
  /** Route and place, without the numbers of rows: what one reason explains. '/api/costs body[].percent' */
  readonly place: string;
  /** With them. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The values at the deepest places that differ; a question that only one of the two has is one difference. */
export function differencesOf(before: Answer | undefined, after: Answer | undefined): Difference[] {
  const question = (before ?? after)?.question ?? '';
  const found: Difference[] = [];
  const note = (path: string, one: unknown, other: unknown) => {
    const place = `${routeOf(question)} ${path.replace(/\[\d+\]/g, '[]')}`;
    found.push({ question, place, path, before: one, after: other });
  };
  if (before === undefined || after === undefined) note('(question)', before?.status, after?.status);
  else {
    compare(before.status, after.status, 'status', note);
    compare(before.total, after.total, 'total', note);
    const route = routeOf(question);
    compare(masked(route, before.body), masked(route, after.body), 'body', note);
  }
  return found;
}

/** Of 'saopaulo admin /api/conversions/cv_5f…?': '/api/conversions/:id'. */
export const routeOf = (question: string): string =>
  (question.split(' ')[2] ?? '').replace(/\?.*/, '').replace(/\b(cv|ld|tn)_\w+|\{\w+\}/g, ':id');

type Note = (path: string, before: unknown, after: unknown) => void;

function compare(before: unknown, after: unknown, path: string, note: Note): void {
  if (Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) note(`${path}.length`, before.length, after.length);
    for (let index = 0; index < Math.min(before.length, after.length); index += 1)
      compare(before[index], after[index], `${path}[${index}]`, note);
  } else if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(before[name], after[name], `${path}.${name}`, note);
  } else note(path, before, after);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
