// Says of a decoded JSON value whether zod would return it unchanged. zod builds a new object for each event, which costs as much as to
// parse its bytes; nearly all events are as ingest wrote them, and need only this look. Made from the schema itself, so that
// there is nothing to keep in step; accepts.test.ts proves both equal.
import { type ZodType, z } from 'zod';

export type Accepts = (value: unknown) => boolean;

/** Undefined for a schema with a part that is not known here: then only zod can say. */
export function compileAccepts(schema: ZodType): Accepts | undefined {
  try {
    return accepts(schema);
  } catch (error) {
    if (error instanceof UnknownPart) return undefined;
    throw error;
  }
}

class UnknownPart extends Error {}

function accepts(schema: unknown): Accepts {
  const checks = (schema as ZodType)._zod.def.checks ?? [];
  // A refinement may do anything with the value but change it; a transformation is a schema of its own, and unknown.
  const passes = checks.map((check) => passesOf((check as unknown as { _zod: { def: CheckDef } })._zod.def));
  return passes.reduce<Accepts>(
    (before, pass) => (value) => before(value) && pass(value as string),
    acceptsType(schema),
  );
}

interface CheckDef {
  readonly check: string;
  readonly format?: string;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly pattern?: RegExp;
  readonly fn?: (value: unknown) => unknown;
}

/** Of these formats zod asks nothing but the pattern. */
const PATTERNS: ReadonlySet<string | undefined> = new Set(['regex', 'datetime', 'uuid']);

function passesOf({ check, format, maximum = 0, minimum = 0, pattern, fn }: CheckDef): (text: string) => boolean {
  if (check === 'max_length') return (text) => text.length <= maximum;
  if (check === 'min_length') return (text) => text.length >= minimum;
  if (check === 'string_format' && PATTERNS.has(format) && pattern && !pattern.global && !pattern.sticky)
    return (text) => pattern.test(text);
  if (check === 'custom' && fn) return (text) => fn(text) === true;
  throw new UnknownPart(check);
}

function acceptsType(schema: unknown): Accepts {
  if (schema instanceof z.ZodStringFormat) {
    const matches = passesOf(schema._zod.def as CheckDef);
    return (value) => typeof value === 'string' && matches(value);
  }
  if (schema instanceof z.ZodString && !schema._zod.def.coerce) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodLiteral) {
    const { values } = schema;
    return (value) => values.has(value as never);
  }
  if (schema instanceof z.ZodEnum) {
    const options = new Set<unknown>(schema.options);
    return (value) => options.has(value);
  }
  if (schema instanceof z.ZodNullable) {
    const inner = accepts(schema.unwrap());
    return (value) => value === null || inner(value);
  }
  if (schema instanceof z.ZodOptional) {
    const inner = accepts(schema.unwrap());
    return (value) => value === undefined || inner(value);
  }
  // What a default would fill in is left to zod.
  if (schema instanceof z.ZodDefault) return accepts(schema.unwrap());
  if (schema instanceof z.ZodObject) return acceptsObject(schema);
  throw new UnknownPart(String((schema as ZodType)._zod.def.type));
}

/** A field that the schema does not know would be removed by zod. */
function acceptsObject({ shape, _zod }: z.ZodObject): Accepts {
  if (_zod.def.catchall !== undefined) throw new UnknownPart('catchall');
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, accepts: accepts(schema) }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    let unknown = 0;
    for (const _ in value) unknown += 1;
    for (const field of fields) {
      const member = (value as Record<string, unknown>)[field.name];
      if (!field.accepts(member)) return false;
      if (member !== undefined) unknown -= 1;
    }
    return unknown === 0;
  };
}
