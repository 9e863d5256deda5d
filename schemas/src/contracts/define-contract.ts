import type { z } from 'zod';
import type { ApiKeyScope } from '../api-key-scopes.ts';
import type { Role } from '../roles.ts';
import { NoContent } from './common.ts';

/** `public`: anyone. A role: a signed-in person whose rank is at least that. A route without access does not exist. */
export type Access = 'public' | Role;

export interface Example {
  /** The question that it answers. */
  readonly summary: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: object;
}

export interface Contract {
  /** Unique, `<noun>.<verb>`: names the route in logs, snapshots and the API's documents. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify's notation: `/api/campaigns/:campaignId`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Parameters of the query that are lists in one text, with commas. They may also be given several times; and so may those whose schema is an array. */
  readonly commaLists?: readonly string[];
  /** Optional parameters of the query whose empty value means something; of all others it is refused. */
  readonly emptyMeans?: readonly string[];
  readonly body?: z.ZodObject | z.ZodArray<z.ZodObject>;
  /** The body is a file of this type instead of JSON; the handler reads its bytes. */
  readonly upload?: { readonly type: 'text/csv'; readonly bytesMax: number };
  /** The status of success; 204 has no body, nor has another whose `response` is `NoContent`. 302: the answer is where the browser goes, `response` is `z.string()`. */
  readonly status: 200 | 201 | 202 | 204 | 302;
  readonly response: z.ZodType;
  /** With 302: the screen on which a browser ends that may not go there. */
  readonly refusedTo?: `/${string}`;
  /** A viewer's question whose answer may be shown outside of the tenant, to a reader with a link. Nothing about one visitor or person. */
  readonly shared?: true;
  /** About the person who asks or for their browser alone: no API key may call it. */
  readonly personal?: true;
  /** An API key of this scope may call it, which does not follow from method and access. */
  readonly keyScope?: Exclude<ApiKeyScope, 'capture'>;
  /** The code of the 400 for a query or body that is invalid; by default `invalid-fields`. */
  readonly invalid?: 'invalid-question';
  /** For the API's documents: requests that can be sent as they are. */
  readonly examples?: readonly Example[];
  /** Keys, secrets, roles, where conversions are sent, and what figures of the past are computed with: the password (and the second factor, where there is one) must have been given in this session a moment ago. */
  readonly fresh?: true;
  /** Makes something new with each call: with an `Idempotency-Key`, once. */
  readonly creates?: true;
  /** Open to a person who must still set up the second factor that the tenant requires; all other calls are not. */
  readonly beforeSecondFactor?: true;
  /** A stream of server-sent events instead of one answer; `response` is then the data of one event. */
  readonly stream?: true;
  /** The answer is an HTML page, not JSON. */
  readonly page?: true;
  /** The answer is a JavaScript file; `response` is then `z.string()`, and the handler gives it compressed by gzip. */
  readonly script?: true;
  /** The answer is a file of comma-separated values; `response` is then `z.string()`, and the handler gives a `CsvFile` of rows. */
  readonly csv?: true;
  /** The answer is a picture; `response` is then `z.string()`, and the handler gives a `Picture`. */
  readonly picture?: true;
  /** A list read in pages: `X-Total-Count` and `Link` headers. */
  readonly paged?: true;
  /** The answer changes when the figures of the tenant change: screens that show it ask again then. */
  readonly figures?: true;
  /** Figures that the browser keeps for the time without a server, where they are shown as of their time. Nothing about one visitor or person. */
  readonly keptOffline?: true;
  /**
   * While the answer is on its way, a screen may still show the one before, marked as being refreshed, where the two questions differ in these
   * parameters of the query alone. An answer is never shown under another value of any other parameter.
   */
  readonly mayDiffer?: readonly string[];
}

/** The parameters of a contract's query. */
type QueryNames<C> = C extends { query: infer Q extends z.ZodObject } ? keyof Q['shape'] : never;

type Head = 'name' | 'method' | 'path' | 'access';
type Rest = Omit<Contract, Head | 'status' | 'response'> & Partial<Pick<Contract, 'status' | 'response'>>;

/**
 * One object per route feeds the validator, the browser's types, the documents, the access matrix and the tenant wall
 * tests. Keeps the literal types. Without a `response` the answer has no body; `status` is 200 with one and 204 without.
 */
export const defineContract = /* @__NO_SIDE_EFFECTS__ */ <
  const Name extends string,
  const Method extends Contract['method'],
  const Path extends string,
  const A extends Access,
  const C extends Rest,
>(
  name: Name,
  call: `${Method} ${Path}`,
  access: A,
  rest: C & {
    readonly mayDiffer?: readonly QueryNames<C>[];
    readonly commaLists?: readonly QueryNames<C>[];
    readonly emptyMeans?: readonly QueryNames<C>[];
  },
) => {
  const [method, path] = call.split(' ');
  const byDefault = { status: rest.response ? 200 : 204, response: NoContent };
  return { name, method, path, access, ...byDefault, ...rest } as C & {
    readonly name: Name;
    readonly method: Method;
    readonly path: Path;
    readonly access: A;
    readonly status: C extends { status: infer Status } ? Status : C extends { response: z.ZodType } ? 200 : 204;
    readonly response: C extends { response: infer Response } ? Response : typeof NoContent;
  };
};
