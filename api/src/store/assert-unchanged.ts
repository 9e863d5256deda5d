import { AppError } from '@tracker/infra/errors/app-error';
import { CHANGED_MEANWHILE } from '@tracker/schemas/texts/errors';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Throws 409 `changed-meanwhile` where a field that `change` gives is neither what its sender saw nor what they want it to be. `stored`: as the answers
 * show it, read in the transaction of the change and locked there.
 */
export function assertUnchanged(change: object & { readonly seen?: object | undefined }, stored: object): void {
  const [given, current] = [change as Fields, stored as Fields];
  const changed = Object.entries(change.seen ?? {}).flatMap(([field, seen]) =>
    given[field] === undefined || isSame(current[field], seen) || isSame(current[field], given[field]) ? [] : [field],
  );
  if (changed.length === 0) return;
  throw new AppError('changed-meanwhile', {
    fields: Object.fromEntries(changed.map((field) => [field, CHANGED_MEANWHILE])),
    current: Object.fromEntries(changed.map((field) => [field, current[field] ?? null])),
  });
}

/** Amounts by value; lists in any order, by the parts that both have. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && other.every((part) => one.some((own) => isSame(own, part)));
  }
  if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null) {
    return Object.entries(other).every(([name, value]) => isSame((one as Fields)[name], value));
  }
  const [left, right] = [one ?? null, other ?? null];
  return left === right || (isAmount(left) && isAmount(right) && Number(left) === Number(right));
}

const isAmount = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));
