import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { expect, test } from 'vitest';
import { useApi } from '../testing/use-api.ts';

const api = useApi();

const FILES = CONTRACTS.filter((contract) => contract.csv).map(({ path }) => path);
const QUERIES: Record<string, string> = {
  '/api/analytics/export': '?groupBy=campaign',
  '/api/leads/export': '?q=procurada',
};

test('records every export in the audit log without the search text', async () => {
  const { viewer, admin } = await api.tenant();
  for (const path of FILES) {
    expect((await viewer.ask(`${path}${QUERIES[path] ?? ''}`)).statusCode, path).toBe(200);
  }
  const entries = (await admin.ask('/api/audit-log')).json() as { action: string; details: unknown }[];
  const actions = FILES.map((path) => `${path.split('/')[2]}.export`);
  expect(entries.slice(0, FILES.length).map(({ action }) => action)).toEqual(actions.toReversed());
  expect(JSON.stringify(entries)).not.toContain('procurada');
});
