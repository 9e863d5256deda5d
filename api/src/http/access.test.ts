import { EVERYTHING } from '@tracker/figures/asker';
import { askerOfKey, askerOfLink, askerOfSession } from '@tracker/figures/make-asker';
import { ROLE_ACTIONS, SCOPE_ACTIONS } from '@tracker/schemas/actions';
import type { ApiKeyScope } from '@tracker/schemas/api-key-scopes';
import type { Access, Contract } from '@tracker/schemas/contracts/define-contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import type { Role } from '@tracker/schemas/roles';
import { describe, expect, test } from 'vitest';
import { type ApiKeyCaller, assertAccess, type Person, type Reader } from './access.ts';
import { assertOwnTenant } from './own-tenant.ts';

const TENANT = { tenantId: 'tn_1' as TenantId, timeZone: DEFAULT_TIME_ZONE };
const contract = (access: Access, change: Partial<Contract> = {}): Contract =>
  ({ method: 'GET', access, ...change }) as Contract;
const person = (role: Role) => ({ userId: 'us_1', role, asker: askerOfSession(TENANT, ROLE_ACTIONS[role]) }) as Person;
const key = (...scopes: ApiKeyScope[]) =>
  ({
    keyId: 'key_1',
    role: 'viewer',
    asker: askerOfKey(
      TENANT,
      scopes.flatMap((scope) => SCOPE_ACTIONS[scope]),
    ),
  }) as ApiKeyCaller;
const reader = { readerId: 'sl_1', role: 'viewer', asker: askerOfLink(TENANT, EVERYTHING) } as Reader;

const pass = 'passes';
const attempt = (asked: Contract, principal: Parameters<typeof assertAccess>[1], nowMs = 0): string => {
  try {
    assertAccess(asked, principal, nowMs);
    return pass;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('assertAccess', () => {
  test('lets everybody pass on a public route', () => {
    expect(attempt(contract('public'), undefined)).toBe(pass);
    expect(attempt(contract('public'), person('viewer'))).toBe(pass);
    expect(attempt(contract('public'), key('capture'))).toBe(pass);
  });

  test('answers 401 without a caller on every other route', () => {
    for (const access of ['viewer', 'editor', 'admin'] as const)
      expect(attempt(contract(access), undefined)).toBe('unauthorized');
  });

  test.each<[Role, Role, string]>([
    ['viewer', 'viewer', pass],
    ['viewer', 'editor', 'forbidden'],
    ['viewer', 'admin', 'forbidden'],
    ['editor', 'viewer', pass],
    ['editor', 'editor', pass],
    ['editor', 'admin', 'forbidden'],
    ['admin', 'viewer', pass],
    ['admin', 'editor', pass],
    ['admin', 'admin', pass],
  ])('decides for a person of role %s on a route for %s: %s', (role, access, expected) => {
    expect(attempt(contract(access), person(role))).toBe(expected);
    expect(attempt(contract(access, { method: 'DELETE', personal: true }), person(role))).toBe(expected);
  });

  test('lets an API key that may read call only what every viewer may see of the company', () => {
    expect(attempt(contract('viewer'), key('read'))).toBe(pass);
    expect(attempt(contract('viewer'), key('capture'))).toBe('api-key-scope-missing');
    expect(attempt(contract('editor'), key('read'))).toBe('api-key-not-permitted');
    expect(attempt(contract('viewer', { method: 'POST' }), key('read'))).toBe('api-key-not-permitted');
    expect(attempt(contract('viewer', { personal: true }), key('read'))).toBe('api-key-not-permitted');
  });

  test('lets an API key call what names its scope, and nothing with another one', () => {
    const entered = contract('editor', { method: 'PUT', keyScope: 'spend' });
    expect(attempt(entered, key('capture', 'spend'))).toBe(pass);
    expect(attempt(entered, key('read', 'capture'))).toBe('api-key-scope-missing');
    expect(attempt(contract('viewer'), key('spend'))).toBe('api-key-scope-missing');
    expect(attempt(entered, person('viewer'))).toBe('forbidden');
  });

  test('lets a reader call what is shared, as every member and reading key, and nothing else', () => {
    const shared = contract('viewer', { shared: true });
    for (const caller of [reader, person('viewer'), person('admin'), key('read')]) {
      expect(attempt(shared, caller)).toBe(pass);
    }
    expect(attempt(shared, key('spend'))).toBe('api-key-scope-missing');
    for (const access of ['viewer', 'editor', 'admin'] as const) {
      expect(attempt(contract(access), reader)).toBe('forbidden');
    }
    expect(attempt(contract('viewer', { personal: true }), reader)).toBe('forbidden');
    expect(attempt(contract('public'), reader)).toBe(pass);
  });
});

test('asks for the password again when it was given more than 15 minutes ago', () => {
  const fresh = contract('admin', { method: 'POST', fresh: true });
  const admin = { ...person('admin'), authenticatedAtMs: 1_000 } as Person;
  expect(attempt(fresh, admin, 901_000)).toBe(pass);
  expect(attempt(fresh, admin, 901_001)).toBe('password-not-confirmed');
  expect(attempt(fresh, { ...admin, asker: askerOfSession(TENANT, ROLE_ACTIONS.editor) }, 901_001)).toBe('forbidden');
  expect(attempt(contract('admin'), admin, 901_001)).toBe(pass);
});

test('answers 404 for the id of another tenant', () => {
  const principal = { tenantId: 'tn_1' as TenantId };
  expect(() => assertOwnTenant(principal, 'tn_1')).not.toThrow();
  expect(() => assertOwnTenant(principal, 'tn_2')).toThrow(expect.objectContaining({ code: 'not-found' }));
});
