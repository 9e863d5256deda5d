import { describe, expect, test } from 'vitest';
import { keyScopeOf } from './actions.ts';
import type { Contract } from './contracts/define-contract.ts';
import { CONTRACTS } from './contracts/registry.ts';
import { hasRole, Role, rankOf, SCREEN_ROLES } from './roles.ts';

describe('roles', { tags: ['§5'] }, () => {
  test('ranks admin above editor above viewer', () => {
    expect(Role.options).toEqual(['admin', 'editor', 'viewer']);
    expect(Role.options.map(rankOf)).toEqual([3, 2, 1]);
  });

  test('treats a missing role as viewer, and an unknown one as less', () => {
    expect(rankOf(undefined)).toBe(1);
    expect(rankOf('')).toBe(0);
    expect(rankOf('owner')).toBe(0);
  });

  test('admits a role to what asks for its rank or less', () => {
    const admitted = (role: string | undefined) => Role.options.filter((required) => hasRole(role, required));
    expect(admitted('admin')).toEqual(['admin', 'editor', 'viewer']);
    expect(admitted('editor')).toEqual(['editor', 'viewer']);
    expect(admitted('viewer')).toEqual(['viewer']);
    expect(admitted(undefined)).toEqual(['viewer']);
    expect(admitted('owner')).toEqual([]);
  });

  test('shows each role its screens', { tags: ['§6'] }, () => {
    const screensOf = (role: Role) =>
      Object.entries(SCREEN_ROLES).flatMap(([screen, required]) => (hasRole(role, required) ? [screen] : []));
    const forViewers = [
      '/',
      '/analytics',
      '/geography',
      '/leads',
      '/conversion-logs',
      '/click-logs',
      '/profile',
      '/settings/costs',
      '/settings/products',
    ];
    const forEditors = [...forViewers, '/campaigns', '/integration'];
    const forAdmins = [
      ...forEditors,
      '/webhook',
      '/facebook',
      '/ad-platforms/$platform',
      '/settings/tenant',
      '/settings/users',
    ];
    expect(screensOf('viewer').sort()).toEqual(forViewers.sort());
    expect(screensOf('editor').sort()).toEqual(forEditors.sort());
    expect(screensOf('admin').sort()).toEqual(forAdmins.sort());
  });
});

test('opens to API keys that read only what every viewer may read, except personal answers', () => {
  const scopeOf = (change: Partial<Contract>) => keyScopeOf({ ...contract!, ...change });
  const [contract] = CONTRACTS.filter((one) => keyScopeOf(one) === 'read');
  expect(contract).toMatchObject({ method: 'GET', access: 'viewer' });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) expect(scopeOf({ method })).toBeNull();
  for (const access of ['public', 'editor', 'admin'] as const) expect(scopeOf({ access })).toBeNull();
  expect(scopeOf({ personal: true })).toBeNull();
});
