// Two small workflows in one file that n8n imports: conversions that changed, read every five minutes from where the last run stopped, and a conversion
// and spend that are sent. Addresses, parameters and bodies are those of the document.
import type { JsonObject, OpenApiDocument } from './document.ts';

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
}

/** Before the first node: the base address, and the header of the API key is a credential of n8n's. */
const BASE_URL = 'https://rastreio.example';
const AUTHORIZATION = { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' };

/** What is kept between two runs of the workflow that is switched on. */
const WHERE_IT_STOPPED = `const kept = $getWorkflowStaticData('global');
return [{ json: kept.cursor ? { cursor: kept.cursor } : { changedSince: new Date().toISOString() } }];`;
const KEEP_THE_CURSOR = `const kept = $getWorkflowStaticData('global');
const pages = $input.all().map(({ json }) => json);
kept.cursor = pages.at(-1).cursor;
return pages.flatMap(({ changes }) => changes).map((change) => ({ json: change }));`;

export function n8nWorkflowOf({ paths }: OpenApiDocument): JsonObject {
  const operationAt = (path: string, method: string): Operation => {
    const found = paths[path]?.[method];
    if (!found) throw new Error(`the document has no ${method} ${path}`);
    return found as Operation;
  };
  const parameter = (path: string, name: string): string => {
    if (operationAt(path, 'get').parameters?.every((one) => one.name !== name))
      throw new Error(`${path} has no parameter ${name}`);
    return name;
  };
  const bodyOf = (path: string, method: string): string => {
    const [content] = Object.values(operationAt(path, method).requestBody?.content ?? {});
    const [example] = Object.values(content?.examples ?? {});
    if (!example) throw new Error(`${method} ${path} has no example`);
    return JSON.stringify(example.value, null, 2);
  };
  const send = (method: 'POST' | 'PUT', path: string) => ({
    ...{ method, url: `${BASE_URL}${path}`, ...AUTHORIZATION, sendBody: true, specifyBody: 'json' },
    ...{ jsonBody: bodyOf(path, method.toLowerCase()), options: {} },
  });

  const changes = '/api/conversions/changes';
  parameter(changes, 'changedSince');
  const nodes = [
    node('Every five minutes', 'scheduleTrigger', 1.2, 0, {
      rule: { interval: [{ field: 'minutes', minutesInterval: 5 }] },
    }),
    node('Where it stopped', 'code', 2, 0, { jsCode: WHERE_IT_STOPPED }),
    node('Conversions that changed', 'httpRequest', 4.2, 0, {
      ...{ method: 'GET', url: `${BASE_URL}${changes}`, ...AUTHORIZATION },
      ...{ sendQuery: true, specifyQuery: 'json', jsonQuery: '={{ JSON.stringify($json) }}' },
      options: {
        pagination: {
          pagination: {
            parameters: {
              parameters: [{ type: 'qs', name: parameter(changes, 'cursor'), value: '={{ $response.body.cursor }}' }],
            },
            ...{ paginationCompleteWhen: 'other', completeExpression: '={{ !$response.body.hasMore }}' },
          },
        },
      },
    }),
    node('Keep the cursor', 'code', 2, 0, { jsCode: KEEP_THE_CURSOR }),
    node('By hand', 'manualTrigger', 1, 1, {}),
    node('A sale', 'httpRequest', 4.2, 1, send('POST', '/conversion')),
    node('Spend', 'httpRequest', 4.2, 1, send('PUT', '/api/spend')),
  ];
  return {
    name: 'Traffic Tracker',
    nodes: nodes.map(({ row, ...node }, index) => ({ ...node, position: [220 * index, 300 * row] })),
    connections: connectionsOf(nodes),
    ...{ active: false, settings: {} },
  };
}

interface Node extends JsonObject {
  readonly name: string;
  readonly row: number;
}

const node = (name: string, kind: string, typeVersion: number, row: number, parameters: object): Node => ({
  ...{ name, row, id: name.toLowerCase().replaceAll(' ', '-') },
  ...{ type: `n8n-nodes-base.${kind}`, typeVersion, parameters },
});

/** The nodes of a row, one after the other. */
function connectionsOf(nodes: readonly Node[]): JsonObject {
  const pairs = nodes.flatMap((from, index) => {
    const to = nodes[index + 1];
    return to?.row === from.row ? [[from.name, { main: [[{ node: to.name, type: 'main', index: 0 }]] }] as const] : [];
  });
  return Object.fromEntries(pairs);
}
