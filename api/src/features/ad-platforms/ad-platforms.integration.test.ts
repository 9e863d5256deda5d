import { randomUUID } from 'node:crypto';
import { createSyncState } from '@tracker/infra/ad-platforms/sync-state';
import { beforeAll, describe, expect, test } from 'vitest';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
let foreign: StaffedTenant;
beforeAll(async () => {
  [tenant, foreign] = await Promise.all([api.tenant(), api.tenant()]);
});

const post = (url: string, payload?: object) => tenant.admin.ask({ method: 'POST', url, payload });
const refusal = {
  message: 'Facebook não conectado',
  error: 'ad-platform-not-connected',
  requestId: expect.any(String),
};

describe('API without a Facebook app', { tags: ['§2.11', '§7.4'] }, () => {
  test('reports the state as not configured, not connected and idle', async () => {
    expect((await tenant.admin.ask('/api/facebook/status')).json()).toEqual({
      connected: false,
      configured: false,
      needsReconnect: false,
      expiresAt: null,
      accountName: null,
      canAct: false,
      isShared: false,
      endedBecause: null,
      madeBy: null,
    });
    expect((await tenant.admin.ask('/api/facebook/sync-status')).json()).toEqual({
      isRunning: false,
      lastSyncTime: null,
      progress: null,
      daysMissing: 0,
      historyDays: 90,
      syncHistory: [],
    });
    expect((await tenant.admin.ask('/api/facebook/connections')).json()).toEqual([]);
  });

  test('says of a throttled sync when it goes on', async () => {
    const state = createSyncState({ postgres: api.stack.postgres, clock: api.clock }, 'facebook');
    const [runId, untilMs] = [randomUUID(), api.clock.now() + 7 * 60_000];
    await state.claim(tenant.tenantId, runId, 60_000);
    await state.progress(tenant.tenantId, runId, { done: 1, total: 2 });
    await state.wait(tenant.tenantId, runId, untilMs, 60_000);
    expect((await tenant.admin.ask('/api/facebook/sync-status')).json()).toMatchObject({
      isRunning: true,
      progress: { done: 1, total: 2, waitingUntil: new Date(untilMs).toISOString() },
    });
    await state.release(tenant.tenantId, runId);
  });

  test.each([
    ['GET', 'ad-accounts'],
    ['GET', 'campaigns'],
    ['POST', 'sync-all'],
    ['POST', 'disconnect'],
  ] as const)('answers %s /api/facebook/%s with 409', async (method, path) => {
    const response = await tenant.admin.ask({ method, url: `/api/facebook/${path}` });
    expect([response.statusCode, response.json()]).toEqual([409, refusal]);
  });

  test.each(['connect-facebook', 'sync-facebook', 'sync-today'])(
    'answers %s with 404 for a foreign campaign and with 409 for an own one',
    async (call) => {
      const body =
        call === 'connect-facebook' ? { facebookCampaignId: '1202', facebookCampaignName: 'Vendas' } : undefined;
      const response = await post(`/api/campaigns/${tenant.campaignId}/${call}`, body);
      expect([response.statusCode, response.json()]).toEqual([409, refusal]);
      for (const campaignId of [foreign.campaignId, 'nao-existe', 'X'.repeat(300)]) {
        expect((await post(`/api/campaigns/${campaignId}/${call}`, body)).statusCode, campaignId).toBe(404);
      }
    },
  );

  test('requires a Facebook campaign id to link, and answers 404 when it deletes a missing link', async () => {
    const url = `/api/campaigns/${tenant.campaignId}/connect-facebook`;
    for (const body of [{}, { facebookCampaignId: ' ' }]) {
      const response = await post(url, body);
      expect([response.statusCode, response.json().fields]).toEqual([400, { facebookCampaignId: expect.any(String) }]);
    }
    expect((await tenant.admin.ask({ method: 'DELETE', url: `${url}/1202` })).statusCode).toBe(404);
  });

  test('allows editors to sync the spend of today and nothing else', { tags: ['§6'] }, async () => {
    const url = `/api/campaigns/${tenant.campaignId}/sync-today`;
    expect((await tenant.editor.ask({ method: 'POST', url })).statusCode).toBe(409);
    expect((await tenant.viewer.ask({ method: 'POST', url })).statusCode).toBe(403);
    expect((await tenant.editor.ask('/api/facebook/status')).statusCode).toBe(403);
  });
});
