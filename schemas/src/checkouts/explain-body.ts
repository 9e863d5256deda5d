// Which field of a body each field of a conversion came from. Mappings do not say so: each value of the body is changed a little, alone, and
// what changes in the conversion came from it. So the answer is that of the mapping itself, for every checkout, and never out of date.
import { ZERO } from '../primitives/money.ts';
import { PERSONAL, REDACTED } from '../privacy/redact.ts';
import { EXPLAINED, type ExplainedField } from './explained.ts';
import { isPresent, textOf } from './fields.ts';
import { type BodyVerdict, interpretObject } from './interpret-body.ts';
import { parseBody } from './map-checkout.ts';
import type { JsonObject, MappedConversion, MappingContext } from './mapping.ts';
import type { CheckoutId } from './registry.ts';

export interface Explanation {
  /** `value` as the product has it; of a body that is no conversion, as it came. `paths` as in 'data.purchase.price.value'. */
  readonly read: readonly {
    readonly field: ExplainedField;
    readonly value: string;
    readonly paths: readonly string[];
  }[];
  /** Values that nothing is made of. Personal fields and secrets are not among them. */
  readonly unread: readonly string[];
}

/** As much as the inbox shows: a body beyond it is no checkout's, and would hold up the requests of others. */
const TEXT_LENGTH_MAX = 65_536;
/** A body of more values is not explained: it is read some four times for each of the first `TRIED_MAX` of them. */
export const EXPLAINED_VALUES_MAX = 1_000;
const TRIED_MAX = 300;
const DEPTH_MAX = 8;

const EVENT_NAMES = /(?:event|type|status)$/i;

type Path = readonly string[];

/** Takes a second for the greatest body. `nextTurn` is awaited between its steps, so that others are served meanwhile. */
export async function explainBody(
  checkout: CheckoutId,
  text: string,
  context: MappingContext,
  nextTurn: () => Promise<unknown>,
): Promise<Explanation> {
  const body = text.length > TEXT_LENGTH_MAX ? undefined : parseBody(text);
  const values = body ? valuesIn(body) : [];
  if (!body || values.length > EXPLAINED_VALUES_MAX) return { read: [], unread: [] };
  const verdictOf = (changed: JsonObject) => interpretObject(checkout, changed, context);
  const before = verdictOf(body);
  const paths = new Map<ExplainedField, string[]>();
  const unread: Path[] = [];
  const doubled = new Set<string>();
  const knownBy: string[] = [];
  for (const [path, value] of values.slice(0, TRIED_MAX)) {
    await nextTurn();
    const name = path.join('.');
    const verdicts = changesOf(value).map((next) => verdictOf(withValue(body, path, next)));
    const changed = verdicts.flatMap((verdict) => differences(before, verdict));
    if (EVENT_NAMES.test(name) && verdicts.some(isOtherFormat)) knownBy.push(name);
    if (changed.length === 0) unread.push(path);
    for (const field of new Set(changed)) paths.set(field, [...(paths.get(field) ?? []), name]);
  }
  // What two fields say alike changes with neither of them alone. Without the others, each of them does.
  const unnamed = (field: ExplainedField) => !paths.has(field);
  for (const order of [unread, [...unread].reverse()]) {
    let [rest, reported] = [body, before];
    for (const path of order) {
      await nextTurn();
      const next = withValue(rest, path, null);
      const verdict = verdictOf(next);
      for (const field of differences(reported, verdict).filter(unnamed)) doubled.add(`${field} ${path.join('.')}`);
      [rest, reported] = [next, verdict];
    }
  }
  for (const [field, name] of [...doubled].map((one) => one.split(/ (.*)/s) as [ExplainedField, string])) {
    paths.set(field, [...(paths.get(field) ?? []), name]);
  }
  // A format that is known by the word that says the status is no longer that format without it.
  if (knownBy.length > 0 && unnamed('status')) paths.set('status', knownBy);
  const used = new Set([...paths.values()].flat());
  const read = EXPLAINED.flatMap((field) => {
    const from = paths.get(field) ?? [];
    const value =
      before.kind === 'conversion'
        ? textIn(before.conversion, field)
        : from.map((name) => textOf(at(body, name.split('.')))).join(', ');
    return value === '' ? [] : [{ field, value, paths: from }];
  });
  return { read, unread: unread.map((path) => path.join('.')).filter((name) => !used.has(name)) };
}

const textIn = ({ sold, utm, ...conversion }: MappedConversion, field: ExplainedField): string => {
  const value: unknown = { ...conversion, ...sold, ...utm }[field];
  if (field === 'refundAmount' && conversion.status !== 'partially_refunded' && value === ZERO) return '';
  return Array.isArray(value) ? value.join(', ') : value === null ? '' : String(value);
};

/** Where one of the two is no conversion, the change hit what its reason is about; a body that is of another format then says nothing. */
function differences(before: BodyVerdict, after: BodyVerdict): ExplainedField[] {
  if (before.kind === 'conversion' && after.kind === 'conversion') {
    const [one, other] = [before.conversion, after.conversion];
    return EXPLAINED.filter((field) => textIn(one, field) !== textIn(other, field));
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [reported] = [after, before].filter((verdict) => verdict.kind !== 'conversion');
  if (reported?.kind !== 'ignored' && reported?.kind !== 'invalid') return [];
  switch (reported.reason.code) {
    case 'no_amount':
    case 'invalid_amount':
      return ['amount'];
    case 'invalid_refund_amount':
    case 'no_refund_amount':
      return ['refundAmount'];
    case 'no_transaction':
      return ['transactionId'];
    case 'invalid_currency':
      return ['currency'];
    case 'other_format':
    case 'mapping_failed':
    case 'body_not_object':
      return [];
    default:
      return ['status'];
  }
}

const isOtherFormat = (verdict: BodyVerdict): boolean =>
  verdict.kind === 'invalid' && verdict.reason.code === 'other_format';

/** All texts, numbers and flags that say something, with the way to them. */
function valuesIn(value: unknown, path: Path = []): [Path, string | number | boolean][] {
  if (typeof value === 'object' && value !== null) {
    if (path.length >= DEPTH_MAX) return [];
    return Object.entries(value).flatMap(([name, child]) => valuesIn(child, [...path, name]));
  }
  const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isValue && isPresent(value) && value !== PERSONAL && value !== REDACTED ? [[path, value]] : [];
}

/** Values near it: one of the same form, so that an amount stays an amount; and none, so that a word that is known is missed. */
function changesOf(value: string | number | boolean): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, null];
  const digit = /\d(?=\D*$)/.exec(value);
  const near = digit
    ? `${value.slice(0, digit.index)}${(Number(digit[0]) + 1) % 10}${value.slice(digit.index + 1)}`
    : `${value}x`;
  return [near, null];
}

const at = (value: unknown, [name, ...rest]: Path): unknown => {
  const child = name === undefined ? undefined : (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  return rest.length === 0 ? child : at(child, rest);
};

/** The body with another value there. Lists stay lists; own properties only, as everywhere in bodies. */
function withValue<Value>(value: Value, [name, ...rest]: Path, next: unknown): Value {
  if (name === undefined) return next as Value;
  const entries = Object.entries(value as object).map(([key, child]): [string, unknown] => [
    key,
    key === name ? withValue(child, rest, next) : child,
  ]);
  return (Array.isArray(value) ? entries.map(([, child]) => child) : Object.fromEntries(entries)) as Value;
}
