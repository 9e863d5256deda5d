// Parses query parameters in the format of ClickHouse's HTTP protocol: `param_name=value`, escaped text at the top level,
// quoted texts inside arrays and tuples. The embedded engine takes values and escapes them itself.
import { TupleParam } from '@clickhouse/client';
import { paramTypesOf } from '@tracker/infra/clickhouse/param-types';

/** Throws a TypeError for a value that does not fit its placeholder's shape. Surplus parameters are ignored, as a server does. */
export function readHttpParams(sql: string, texts: ReadonlyMap<string, string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, type] of paramTypesOf(sql)) {
    const text = texts.get(name);
    if (text === undefined) continue;
    if (text === '\\N') values[name] = null;
    else if (type.name === 'Array' || type.name === 'Tuple') values[name] = readNested(text);
    else values[name] = unescapeText(text);
  }
  return values;
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', 0: '\0', b: '\b', f: '\f' };
const unescapeText = (text: string) => text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);

const token = /\s*(?:([[\](),])|'((?:[^'\\]|\\.)*)'|([^[\](),'\s]+))\s*/gsy;

function readNested(text: string): unknown {
  token.lastIndex = 0;
  const value = readValue(text, next(text));
  if (token.lastIndex !== text.length) throw new TypeError('text behind a parameter');
  return value;
}

function readValue(text: string, [, mark, quoted, bare]: RegExpExecArray): unknown {
  if (quoted !== undefined) return unescapeText(quoted);
  if (bare !== undefined) return readBare(bare);
  if (mark !== '[' && mark !== '(') throw new TypeError('a parameter is not a list');
  const closing = mark === '[' ? ']' : ')';
  const members: unknown[] = [];
  for (let found = next(text); found[1] !== closing; found = next(text)) {
    if (found[1] === ',' && members.length > 0) found = next(text);
    members.push(readValue(text, found));
  }
  return mark === '[' ? members : new TupleParam(members);
}

function next(text: string): RegExpExecArray {
  const found = token.exec(text);
  if (!found) throw new TypeError('a parameter ends too early');
  return found;
}

function readBare(text: string): unknown {
  if (text === 'NULL') return null;
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const number = Number(text);
  if (Number.isNaN(number)) throw new TypeError('a parameter is neither text nor number');
  return number;
}
