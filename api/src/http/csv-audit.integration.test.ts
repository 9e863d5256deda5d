import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { expect, test } from 'vitest';
import { useApi } from '../testing/use-api.ts';

const api = useApi();

const FILES = CONTRACTS.filter((contract) => contract.csv).map(({ path }) => path);
const QUERIES: Record<string, string> = {
  '/api/analytics/export': '?groupBy=campaign',
  '/api/figures/export': '?from=2026-11-01&to=2026-11-02&by=campaign&metrics=revenue',
  '/api/leads/export': '?q=procurada',
};

test('records every export in the audit log without the search text', async () => {
  const { viewer, admin } = await api.tenant();
  for (const path of FILES) {
    expect((await viewer.ask(`${path}${QUERIES[path] ?? ''}`)).statusCode, path).toBe(200);
  }
  const entries = (await admin.ask('/api/audit-log')).json() as { action: string; details: unknown }[];
  // Both files of figures are of the screen Analytics.
  const actions = FILES.map((path) => `${path.split('/')[2]?.replace('figures', 'analytics')}.export`);
  expect(entries.slice(0, FILES.length).map(({ action }) => action)).toEqual(actions.toReversed());
  expect(JSON.stringify(entries)).not.toContain('procurada');
});
