// What a caller may do in a tenant. A contract needs one of these (`actionOf`); a member's role, the scopes of an API key and a reader each give some.
import { ApiKeyScope } from './api-key-scopes.ts';
import type { Contract } from './contracts/define-contract.ts';
import type { Role } from './roles.ts';

export type Action =
  /** What may be shown outside of the tenant. */
  | 'read-shared'
  /** What every member sees. */
  | 'read'
  /** What is the person's own: profile, sessions, notices. */
  | 'own'
  | 'enter-spend'
  | 'edit'
  | 'administer';

/** Anyone who holds a link to shared figures. */
export const READER_ACTIONS: readonly Action[] = ['read-shared'];
const VIEWER: readonly Action[] = [...READER_ACTIONS, 'read', 'own'];
const EDITOR: readonly Action[] = [...VIEWER, 'enter-spend', 'edit'];
export const ROLE_ACTIONS: Readonly<Record<Role, readonly Action[]>> = {
  viewer: VIEWER,
  editor: EDITOR,
  admin: [...EDITOR, 'administer'],
};
export const SCOPE_ACTIONS: Readonly<Record<ApiKeyScope, readonly Action[]>> = {
  read: ['read-shared', 'read'],
  capture: [],
  spend: ['enter-spend'],
};

/** Null: anybody may call it. */
export function actionOf({ method, access, shared, personal, keyScope }: Contract): Action | null {
  if (access === 'public') return null;
  if (keyScope === 'spend') return 'enter-spend';
  if (access !== 'viewer') return access === 'admin' ? 'administer' : 'edit';
  if (shared) return 'read-shared';
  // Viewers change nothing but what is their own.
  return !personal && (method === 'GET' || keyScope === 'read') ? 'read' : 'own';
}

/** The scope with which an API key may call it; null: no key may. `read` opens what every viewer may see of the tenant. */
export function keyScopeOf(contract: Contract): ApiKeyScope | null {
  const action = actionOf(contract);
  return ApiKeyScope.options.find((scope) => action !== null && SCOPE_ACTIONS[scope].includes(action)) ?? null;
}
