// Query parameters are the only way a value gets into a statement. The SQL names each with its type, `{name:Type}`, and
// the value is encoded by that type here, so that the embedded engine and a server are handed the same thing.
import { TupleParam } from '@clickhouse/client';

export interface ParamType {
  readonly name: string;
  /** Of Array, Nullable, LowCardinality and Tuple. */
  readonly inner: readonly ParamType[];
}

const placeholder = /\{\s*([A-Za-z_]\w*)\s*:\s*([^{}]+?)\s*\}/g;
const scalars =
  /^(?:String|Bool|Date|Float64|U?Int(?:8|16|32|64|128|256)|DateTime(?:\('UTC'\))?|DateTime64\(\s*3\s*,\s*'UTC'\s*\)|Decimal\(\s*\d+\s*,\s*\d+\s*\)|FixedString\(\s*\d+\s*\))$/;
const wrappers = new Set(['Array', 'Nullable', 'LowCardinality', 'Tuple']);

/** The placeholders of a statement. Throws for a type we do not bind, above all `Identifier`. */
export function paramTypesOf(sql: string): Map<string, ParamType> {
  const types = new Map<string, ParamType>();
  for (const [, name = '', text = ''] of sql.matchAll(placeholder)) {
    const known = types.get(name);
    const type = parseParamType(text);
    if (known && JSON.stringify(known) !== JSON.stringify(type)) throw new TypeError(`parameter ${name} has two types`);
    types.set(name, type);
  }
  return types;
}

export function parseParamType(text: string): ParamType {
  const trimmed = text.trim();
  if (scalars.test(trimmed)) return { name: trimmed.replace(/\(.*/, ''), inner: [] };
  const wrapped = /^(\w+)\((.*)\)$/s.exec(trimmed);
  if (!wrapped || !wrappers.has(wrapped[1] ?? '')) throw new TypeError(`parameters of type ${trimmed} are not bound`);
  return { name: wrapped[1] ?? '', inner: splitTopLevel(wrapped[2] ?? '').map(parseParamType) };
}

/** Values by name, each in the shape that both clients write the same way. Throws for a missing or a surplus value. */
export function encodeParams(sql: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const types = paramTypesOf(sql);
  for (const name of Object.keys(values)) {
    if (!types.has(name)) throw new TypeError(`parameter ${name} is not in the statement`);
  }
  const encoded: Record<string, unknown> = {};
  for (const [name, type] of types) {
    if (!Object.hasOwn(values, name)) throw new TypeError(`parameter ${name} is missing`);
    encoded[name] = encode(type, values[name], name);
  }
  return encoded;
}

/**
 * The statement with its values as literals, cast to the types of their placeholders, as the engine does with values outside of it. For the engine in
 * this process alone: statements with values outside of them wait for each other there, on any connection.
 */
export function inlineParams(sql: string, values: Readonly<Record<string, unknown>>): string {
  const encoded = Object.entries(encodeParams(sql, values));
  const literals = new Map(encoded.map(([name, value]) => [name, literal(value)]));
  // A function, since a value may look like a pattern of `replace`; in one pass, since it may look like a placeholder.
  return sql.replace(placeholder, (_, name: string, type: string) => {
    const text = literals.get(name) ?? '';
    return type === 'String' ? text : `CAST(${text}, ${quote(type)})`;
  });
}

/** One text for any values: as literals numbers would become floats, and a long list would be more than a statement may consist of. */
const literal = (value: unknown): string =>
  value === null ? 'NULL' : quote(typeof value === 'string' ? value : nested(value));

/** As the engine reads a list out of a text. */
function nested(value: unknown): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `[${value.map(nested).join(',')}]`;
  if (value instanceof TupleParam) return `(${value.values.map(nested).join(',')})`;
  return typeof value === 'string' ? quote(value) : String(value);
}

/** Only a backslash or a quote could end the text; some C code ends it at a zero. */
const quote = (text: string) => `'${text.replace(/[\\'\0]/g, (letter) => (letter === '\0' ? '\\0' : `\\${letter}`))}'`;

/** Values that fit, for a test that only wants to know whether the engine understands the statement. */
export function sampleParams(sql: string): Record<string, unknown> {
  return Object.fromEntries([...paramTypesOf(sql)].map(([name, type]) => [name, sample(type)]));
}

function sample(type: ParamType): unknown {
  switch (type.name) {
    case 'Array':
    case 'Tuple':
      return type.inner.map(sample);
    case 'Nullable':
    case 'LowCardinality':
      return type.inner[0] ? sample(type.inner[0]) : null;
    case 'DateTime64':
    case 'DateTime':
      return new Date(0);
    case 'Date':
      return '2026-11-20';
    case 'Bool':
      return true;
    case 'String':
    case 'FixedString':
      return 'none';
    default:
      return 1;
  }
}

function encode(type: ParamType, value: unknown, name: string): unknown {
  const first = type.inner[0];
  switch (type.name) {
    case 'Nullable':
      return value === null || first === undefined ? null : encode(first, value, name);
    case 'LowCardinality':
      return first === undefined ? value : encode(first, value, name);
    case 'Array':
      if (!Array.isArray(value) || first === undefined) break;
      return value.map((element) => encode(first, element, name));
    case 'Tuple':
      if (!Array.isArray(value) || value.length !== type.inner.length) break;
      return new TupleParam(type.inner.map((member, index) => encode(member, value[index], name)));
    case 'DateTime64':
    case 'DateTime':
      return encodeInstant(type, value, name);
    case 'Bool':
      if (typeof value === 'boolean') return value;
      break;
    default:
      if (typeof value === 'string' || typeof value === 'bigint') return value;
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      if (typeof value === 'boolean') return value ? 1 : 0;
  }
  throw new TypeError(`parameter ${name} does not fit ${type.name}`);
}

// Parameters are read in the strict format of the engine, which knows no 'T' and no 'Z'.
function encodeInstant(type: ParamType, value: unknown, name: string): string {
  const date = value instanceof Date ? value : new Date(typeof value === 'number' ? value : String(value));
  if (Number.isNaN(date.getTime())) throw new TypeError(`parameter ${name} is not an instant`);
  const text = date.toISOString().replace('T', ' ');
  return type.name === 'DateTime' ? text.slice(0, 19) : text.slice(0, 23);
}

/** Splits at commas outside of parentheses and quotes: "String, DateTime64(3, 'UTC')". */
function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    else if (text[index] === ')') depth -= 1;
    else if (text[index] === ',' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
