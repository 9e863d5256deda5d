import type { ApiKeyScope } from '@tracker/schemas/api-key-scopes';
import type { Ask, StaffedTenant, TestApi } from './use-api.ts';

export interface TestKey {
  readonly id: string;
  readonly key: string;
  /** Calls the API as a program with this key, without any cookie. */
  readonly ask: Ask;
}

/** An API key of the tenant, made as its admin makes one. */
export async function createKey(api: TestApi, tenant: StaffedTenant, scopes: ApiKeyScope[]): Promise<TestKey> {
  const payload = { name: `Planilha ${scopes.join(' ')}`, scopes };
  const answer = await tenant.admin.ask({ method: 'POST', url: '/api/api-keys', payload });
  if (answer.statusCode !== 201) throw new Error(`no key was made: ${answer.body}`);
  const { id, key } = answer.json<{ id: string; key: string }>();
  return { id, key, ask: askWithKey(api, key) };
}

export function askWithKey(api: TestApi, key: string): Ask {
  return (asked) => {
    const options = typeof asked === 'string' ? { url: asked } : asked;
    return api.ask({ ...options, headers: { authorization: `Bearer ${key}`, ...options.headers } });
  };
}
