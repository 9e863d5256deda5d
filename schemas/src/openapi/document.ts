import { z } from 'zod';
import { keyScopeOf } from '../actions.ts';
import type { PublicAnswer, PublicEndpoint, PublicExample } from '../capture/public-endpoints.ts';
import { hasBody } from '../contracts/common.ts';
import type { Contract, Example } from '../contracts/define-contract.ts';
import { IDEMPOTENCY_KEY } from '../contracts/idempotency.ts';
import { ErrorAnswer } from '../texts/errors.ts';

/**
 * The OpenAPI 3.1 document of the product, generated from the objects that the routes use: contracts of the query API, and the
 * public endpoints of ingest. Nothing is written twice, so the document cannot differ from the routes.
 */

export interface OpenApiSource {
  readonly contracts: readonly Contract[];
  readonly endpoints: readonly PublicEndpoint[];
  /** Where it is served; without a trailing slash. */
  readonly serverUrl: string;
}

export type JsonObject = { readonly [key: string]: unknown };
export interface OpenApiDocument extends JsonObject {
  readonly openapi: '3.1.0';
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
}

const CAPTURE_TAG = 'capture';
const SESSION = 'session';
export const API_KEY = 'apiKey';
const JSON_TYPE = 'application/json';

export function openApiDocument({ contracts, endpoints, serverUrl }: OpenApiSource): OpenApiDocument {
  const paths: Record<string, Record<string, JsonObject>> = {};
  const add = (path: string, method: string, operation: JsonObject) => {
    const place = path.replace(/:(\w+)/g, '{$1}');
    paths[place] = { ...paths[place], [method.toLowerCase()]: operation };
  };
  for (const endpoint of endpoints) {
    for (const [index, path] of endpoint.paths.entries()) add(path, endpoint.method, ofEndpoint(endpoint, index));
  }
  for (const contract of contracts) add(contract.path, contract.method, ofContract(contract));
  const nouns = [...new Set(contracts.map(nounOf))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Traffic Tracker',
      version: '1',
      description:
        'Public endpoints that record clicks, page views, leads and conversions, and the API of the signed-in screens. Times are ISO 8601 in UTC, days are of the company’s time zone. Money of one thing, and of a list’s totals, is a decimal text with two to four decimals (`"97.90"`); figures (`/api/figures`, `/api/performance`, `/api/analytics`, the figures of a campaign and of a sync) and ratios are JSON numbers; requests take either. A campaign has an `id` and a `campaignId`: wherever the API asks for one, in paths, queries, filters and bodies, either will do; links and public endpoints know it by `campaignId`. Lists with a `limit` say in `isCut` or `X-Total-Count` that there is more. A person of several companies names one in the header `X-Company`, by default the one used last.',
    },
    servers: [{ url: serverUrl }],
    tags: [
      { name: CAPTURE_TAG, description: 'Public: called by pages, forms and checkouts, from any site.' },
      ...nouns.map((name) => ({ name, description: `The screens’ ${name.replaceAll('-', ' ')}.` })),
    ],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorAnswer, 'output') },
      securitySchemes: {
        [SESSION]: { type: 'apiKey', in: 'cookie', name: '__Host-tracker_session' },
        [API_KEY]: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key of the company. With the scope `read` it opens what every viewer may see, with addresses as networks; with `capture` it names the company at the public endpoints; with `spend` it enters ad spend.',
        },
      },
    },
  };
}

const nounOf = ({ name }: Contract): string => name.slice(0, name.indexOf('.'));

function ofEndpoint(endpoint: PublicEndpoint, index: number): JsonObject {
  const { name, summary, description, params, query, body, apiKey, answers, examples = [] } = endpoint;
  const responses: Record<string, JsonObject> = {};
  for (const answer of answers) responses[answer.status] ??= ofAnswer(answer);
  return {
    operationId: index === 0 ? name : `${name}.alias`,
    summary,
    ...(description !== undefined && { description }),
    tags: [CAPTURE_TAG],
    security: apiKey ? [{}, { [API_KEY]: [] }] : [],
    ...parametersOf(params, query, examples),
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          body.types.map((type) => [
            type,
            {
              schema: schemaOf(body.schema, 'input'),
              ...(type === JSON_TYPE && examplesOf(examples, (one) => one.body)),
            },
          ]),
        ),
      },
    }),
    responses,
  };
}

function ofAnswer({ meaning, type, schema }: PublicAnswer): JsonObject {
  if (type === undefined) return { description: meaning };
  const shape = schema === undefined ? { type: 'string' } : schema === ErrorAnswer ? ERROR : schemaOf(schema, 'output');
  return { description: meaning, content: { [type]: { schema: shape } } };
}

const ERROR = { $ref: '#/components/schemas/Error' };
const refusal = (description: string): JsonObject => ({ description, content: { [JSON_TYPE]: { schema: ERROR } } });

function ofContract(contract: Contract): JsonObject {
  const { name, summary, access, params, query, body, upload, creates, examples = [] } = contract;
  const isPublic = access === 'public';
  return {
    operationId: name,
    summary,
    description: [
      isPublic ? 'Public.' : `For ${access}s${access === 'admin' ? '' : ' and up'}.`,
      ...examples.flatMap(({ summary, query }) => (query ? `- [${summary}](${urlOf(contract, query)})` : [])),
    ].join('\n'),
    tags: [nounOf(contract)],
    security: isPublic ? [] : [...(keyScopeOf(contract) ? [{ [API_KEY]: [] }] : []), { [SESSION]: [] }],
    'x-access': access,
    ...parametersOf(params, query, examples, creates && [KEY_OF_TRY]),
    ...(body && {
      requestBody: {
        required: true,
        content: { [JSON_TYPE]: { schema: schemaOf(body, 'input'), ...examplesOf(examples, (one) => one.body) } },
      },
    }),
    ...(upload && { requestBody: { required: true, content: { [upload.type]: { schema: { type: 'string' } } } } }),
    responses: {
      [contract.status]: successOf(contract),
      ...((query || body || upload) && { 400: refusal('What was asked cannot be; `fields` says which.') }),
      ...(!isPublic && {
        401: refusal('Nobody is signed in.'),
        403: refusal('The role is too low, or the call comes from another site.'),
      }),
      ...(params && { 404: refusal('There is no such thing in this company.') }),
      ...(creates && {
        409: refusal('The first try with this key is still running, or its answer was lost.'),
        422: refusal('The first try with this key was another one.'),
      }),
      default: refusal('Any other refusal.'),
    },
  };
}

const KEY_OF_TRY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your own for this call. Sent again with the same text within 24 hours, it makes nothing new: the answer is the first one, and `Idempotency-First-Answered` says of when.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
};

function successOf({ status, response, stream, paged, page, script, csv, picture, summary }: Contract): JsonObject {
  if (!hasBody({ response })) return { description: status === 202 ? 'Accepted.' : 'Done.' };
  if (status === 302)
    return { description: 'The browser is sent on.', headers: { Location: { schema: { type: 'string' } } } };
  if (page) return { description: summary, content: { 'text/html': { schema: { type: 'string' } } } };
  if (script) return { description: summary, content: { 'text/javascript': { schema: { type: 'string' } } } };
  if (csv) return CSV_FILE;
  if (picture)
    return { description: summary, content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } };
  const type = stream ? 'text/event-stream' : JSON_TYPE;
  return {
    description: stream ? 'A stream of events; each carries this.' : 'As asked.',
    ...(paged && {
      headers: {
        'X-Total-Count': {
          description: 'Of all pages: where it is more than the rows, the list is cut.',
          schema: { type: 'integer' },
        },
        Link: {
          description: 'The next page, `rel="next"`, of a list that has a `cursor`.',
          schema: { type: 'string' },
        },
      },
    }),
    // What handlers give goes out as it is.
    content: { [type]: { schema: schemaOf(response, 'input') } },
  };
}

const CSV_FILE: JsonObject = {
  description:
    'A file of comma-separated values (RFC 4180) in UTF-8 with a byte order mark; the first line names the columns.',
  headers: { 'Content-Disposition': { description: 'Holds the name of the file.', schema: { type: 'string' } } },
  content: { 'text/csv': { schema: { type: 'string' } } },
};

/** A request as it is sent; commas and colons stay readable. */
function urlOf({ path }: Contract, query: NonNullable<Example['query']>): string {
  const encoded = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encoded(one)}`),
  );
  return `${path}?${given.join('&')}`;
}

/** By their summaries, each with the part of it that is shown here. */
function examplesOf<One extends { readonly summary: string }>(
  examples: readonly One[],
  partOf: (one: One) => unknown,
): JsonObject {
  const shown = examples.flatMap((one) =>
    partOf(one) === undefined ? [] : [[one.summary, { summary: one.summary, value: partOf(one) }] as const],
  );
  return shown.length > 0 ? { examples: Object.fromEntries(shown) } : {};
}

function parametersOf(
  params: z.ZodObject | undefined,
  query: z.ZodObject | undefined,
  examples: readonly (Example | PublicExample)[] = [],
  headers: readonly JsonObject[] = [],
): JsonObject {
  const given = (place: 'params' | 'query') => (one: JsonObject) => ({
    ...one,
    ...examplesOf(examples, (example) => (example as PublicExample)[place]?.[String(one.name)]),
  });
  const parameters = [
    ...parametersIn('path', params).map(given('params')),
    ...parametersIn('query', query).map(given('query')),
    ...headers,
  ];
  return parameters.length > 0 ? { parameters } : {};
}

function parametersIn(place: 'path' | 'query', object: z.ZodObject | undefined): JsonObject[] {
  return Object.entries(object?.shape ?? {}).map(([name, schema]) => {
    const { description, ...shape } = schemaOf(schema as z.ZodType, 'input');
    const required = place === 'path' || !(schema as z.ZodType).safeParse(undefined).success;
    return { name, in: place, required, ...(description !== undefined && { description }), schema: shape };
  });
}

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. What a transformation makes of a value is no part of what is sent. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return shape;
}
