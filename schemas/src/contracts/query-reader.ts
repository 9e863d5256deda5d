// The query string of an API call. A name that the call does not know would be left out, and the answer would be of something else than what
// was asked, with a 200: so it is refused, and so are a second value for a name that takes one, and an empty value.
import type { z } from 'zod';
import { queryTexts } from '../texts/bad-input.ts';
import type { Contract } from './define-contract.ts';
import { TENANT_PARAMETER } from './wanted-tenant.ts';

export interface ReadQuery {
  /** Texts, and lists of texts where the schema takes one. */
  readonly values: Readonly<Record<string, string | string[]>>;
  /** By parameter, a sentence for people; undefined: there are none. */
  readonly problems?: Readonly<Record<string, string>>;
}
export type QueryReader = (url: string) => ReadQuery;

/** Named in one answer; a URL has room for thousands. */
const PROBLEMS_MAX = 10;

interface Parameter {
  readonly kind: 'one' | 'list' | 'comma-list';
  readonly mayBeEmpty: boolean;
}

export function createQueryReader(contract: Contract): QueryReader {
  const parameters = parametersOf(contract);
  const known = [...parameters.keys()];
  // An ad platform sends the browser back with names of its own.
  const isStrict = contract.path.startsWith('/api/');
  return (url) => {
    const given = new Map<string, Given[]>();
    // Not of an object: `__proto__` is a name like any other.
    const problems = new Map<string, string>();
    for (const [written, value] of new URLSearchParams(url.split('?').slice(1).join('?'))) {
      const { name, index } = nameOf(written, parameters);
      const parameter = parameters.get(name);
      if (isStrict && problems.size < PROBLEMS_MAX) {
        if (!parameter) problems.set(name, queryTexts.unknown(name, known));
        else if (value === '' && !parameter.mayBeEmpty) problems.set(name, queryTexts.empty(name));
        else if (parameter.kind === 'one' && given.has(name)) problems.set(name, queryTexts.repeated(name));
      }
      const values = given.get(name) ?? [];
      values.push({ value, index: index ?? values.length });
      given.set(name, values);
    }
    return {
      values: Object.fromEntries([...given].map(([name, values]) => [name, asRead(values, parameters.get(name))])),
      ...(problems.size > 0 && { problems: Object.fromEntries(problems) }),
    };
  };
}

interface Given {
  readonly value: string;
  /** `a[1]=`: where it is in the list; by default after those before it. */
  readonly index: number;
}

function parametersOf({ query, commaLists = [], emptyMeans = [] }: Contract): Map<string, Parameter> {
  const own = Object.entries(query?.shape ?? {}).map(([name, schema]): [string, Parameter] => {
    const is = (value: unknown) => (schema as z.ZodType).safeParse(value).success;
    const kind = is([]) ? 'list' : commaLists.includes(name) ? 'comma-list' : 'one';
    // Of one that must be there its schema decides.
    return [name, { kind, mayBeEmpty: emptyMeans.includes(name) || !is(undefined) }];
  });
  // In links, downloads and streams it names the tenant.
  return new Map([...own, [TENANT_PARAMETER, { kind: 'one', mayBeEmpty: true }]]);
}

/** Lists come as clients write them: `a=1&a=2`, `a[]=1&a[]=2`, `a[0]=1&a[1]=2`. */
function nameOf(written: string, parameters: ReadonlyMap<string, Parameter>): { name: string; index?: number } {
  const [, name = written, index] = /^(.+)\[(\d{0,4})\]$/.exec(written) ?? [];
  const kind = parameters.get(name)?.kind;
  if (name === written || kind === undefined || kind === 'one') return { name: written };
  return { name, ...(index && { index: Number(index) }) };
}

function asRead(given: readonly Given[], parameter: Parameter | undefined): string | string[] {
  const values = given.toSorted((one, other) => one.index - other.index).map(({ value }) => value);
  if (parameter?.kind === 'list') return values;
  return parameter?.kind === 'comma-list' ? values.join(',') : (values[0] ?? '');
}
