import { expect, test } from 'vitest';
import { PUBLIC_ENDPOINTS } from '../capture/public-endpoints.ts';
import { CONTRACTS } from '../contracts/registry.ts';
import { enterSpendList } from '../contracts/spend.contract.ts';
import { openApiDocument } from './document.ts';
import { n8nWorkflowOf } from './n8n.ts';

const document = openApiDocument({ contracts: CONTRACTS, endpoints: PUBLIC_ENDPOINTS, serverUrl: 'https://x.example' });
interface Node {
  readonly name: string;
  readonly parameters: { readonly jsCode?: string; readonly jsonBody?: string; readonly jsonQuery?: string };
}
const nodes = n8nWorkflowOf(document).nodes as readonly Node[];
const named = (name: string) => nodes.find((node) => node.name === name)?.parameters ?? {};

/** Runs a code node as n8n does: with what is kept between runs, and what the node before gave. */
const run = (name: string, kept: object, before: readonly object[] = []) =>
  new Function('$getWorkflowStaticData', '$input', named(name).jsCode ?? '')(() => kept, {
    all: () => before.map((json) => ({ json })),
  });

test('the workflow polls from where it stopped, and gives each change once', () => {
  const kept: { cursor?: string } = {};
  const [first] = run('Where it stopped', kept);
  expect(first.json).toEqual({ changedSince: expect.stringMatching(/^\d{4}-.*Z$/) });
  const pages = [
    { changes: [{ id: 'a' }, { id: 'b' }], cursor: '1.2', hasMore: true },
    { changes: [{ id: 'c' }], cursor: '1.3', hasMore: false },
  ];
  expect(run('Keep the cursor', kept, pages)).toEqual([
    { json: { id: 'a' } },
    { json: { id: 'b' } },
    { json: { id: 'c' } },
  ]);
  expect(run('Where it stopped', kept)).toEqual([{ json: { cursor: '1.3' } }]);
});

test('the workflow sends the examples of the document, and joins each node to the next of its row', () => {
  expect(enterSpendList.body.safeParse(JSON.parse(named('Spend').jsonBody ?? '')).success).toBe(true);
  expect(JSON.parse(named('A sale').jsonBody ?? '')).toMatchObject({ transaction_id: expect.any(String) });
  expect(Object.keys(n8nWorkflowOf(document).connections as object)).toEqual([
    ...['Every five minutes', 'Where it stopped', 'Conversions that changed', 'By hand', 'A sale'],
  ]);
});
