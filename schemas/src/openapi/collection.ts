// The reference as a collection of requests (Postman 2.1), which Postman, Bruno, Insomnia and Hoppscotch import. Generated from the document alone.
import { API_KEY, type JsonObject, type OpenApiDocument } from './document.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly security: readonly JsonObject[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
}

/** One folder for each tag; of an operation with examples one request for each, else one. */
export function collectionOf({ tags, paths }: OpenApiDocument): JsonObject {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      requestsOf(path, method, operation as unknown as Operation),
    ),
  );
  return {
    info: { name: 'Traffic Tracker', schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'https://rastreio.example' },
      { key: 'apiKey', value: '' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  };
}

function requestsOf(path: string, method: string, operation: Operation): { tag: string; item: JsonObject }[] {
  const { summary, description = '', security, parameters = [], requestBody } = operation;
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const names = [
    ...new Set([
      ...Object.keys(content?.examples ?? {}),
      ...parameters.flatMap(({ examples }) => Object.keys(examples ?? {})),
    ]),
  ];
  const isForKeys = security.some((one) => API_KEY in one);
  return (names.length > 0 ? names : [undefined]).map((example) => {
    const body = example === undefined ? undefined : content?.examples?.[example]?.value;
    const query = parameters.filter((one) => one.in === 'query').map((one) => queryOf(one, example));
    const sent = query
      .filter(({ disabled }) => !disabled)
      .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
    const place = path.replace(/\{(\w+)\}/g, ':$1');
    return {
      tag: operation.tags[0] ?? '',
      item: {
        name: example === undefined ? summary : `${operation.operationId}: ${example}`,
        request: {
          method: method.toUpperCase(),
          description: [summary, description].filter(Boolean).join('\n\n'),
          ...(!isForKeys && { auth: { type: 'noauth' } }),
          header: type === undefined ? [] : [{ key: 'content-type', value: type }],
          url: {
            raw: `{{baseUrl}}${place}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
            host: ['{{baseUrl}}'],
            path: place.slice(1).split('/'),
            query,
            variable: parameters
              .filter((one) => one.in === 'path')
              .map((one) => ({ key: one.name, value: String(valueOfExample(one, example) ?? '') })),
          },
          ...(type !== undefined && {
            body: { mode: 'raw', raw: body === undefined ? '' : JSON.stringify(body, null, 2) },
          }),
        },
      },
    };
  });
}

const valueOfExample = ({ examples }: Parameter, example: string | undefined): unknown =>
  example === undefined ? undefined : examples?.[example]?.value;

function queryOf(parameter: Parameter, example: string | undefined) {
  const value = valueOfExample(parameter, example);
  const { name, description, required } = parameter;
  return {
    key: name,
    value: value === undefined ? '' : [value].flat().join(','),
    ...(description !== undefined && { description }),
    disabled: value === undefined && !(required && example === undefined),
  };
}
