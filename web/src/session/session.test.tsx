import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { session } from '../../test/samples.ts';
import { authQuery } from './session.ts';

const ask = (answer: unknown) => {
  vi.stubGlobal('fetch', async () => Response.json(answer));
  return new QueryClient().fetchQuery({ ...authQuery, retry: false });
};
const { user, tenant } = session('viewer');

test.each([null, {}, [], 'ok', { user }, { tenant }, { user, tenant: null }, { user: null, tenant }])(
  'reads the answer %j as that of no one',
  { tags: ['§4'] },
  async (answer) => {
    expect(await ask(answer)).toBeNull();
  },
);

test.each([null, undefined])('takes a company whose plan and status are %s', { tags: ['§3', '§4'] }, async (absent) => {
  const given = { ...tenant, subscriptionPlan: absent, subscriptionStatus: absent };
  expect((await ask({ user, tenant: given }))?.tenant.id).toBe(tenant.id);
});
