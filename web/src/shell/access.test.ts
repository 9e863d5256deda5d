import type { AuthStatus } from '@tracker/schemas/contracts/auth.contract';
import type { Role } from '@tracker/schemas/roles';
import { describe, expect, it } from 'vitest';
import type { Auth } from '../features/auth/auth.ts';
import { passageOf } from './access.ts';

const signedIn = (role: Role): Auth => ({ state: 'signed-in', session: { user: { role } } as AuthStatus });
const signedOut: Auth = { state: 'signed-out' };

describe('passageOf', () => {
  it('waits until it is known who is there, and sends nobody away while the server is silent', () => {
    expect(passageOf({ state: 'loading' }, 'admin')).toBe('wait');
    expect(passageOf({ state: 'unreachable', retry: () => undefined }, 'admin')).toBe('unreachable');
  });

  it('shows visitors the login screen wherever they are', () => {
    expect(passageOf(signedOut, 'visitor')).toBe('visitor-screen');
    expect(passageOf(signedOut, 'viewer')).toBe('login-instead');
    expect(passageOf(signedOut, 'unknown')).toBe('login-quietly');
  });

  it('lets a user through whose rank is at least the required one (§6)', () => {
    expect(passageOf(signedIn('viewer'), 'viewer')).toBe('screen');
    expect(passageOf(signedIn('viewer'), 'editor')).toBe('forbidden');
    expect(passageOf(signedIn('editor'), 'editor')).toBe('screen');
    expect(passageOf(signedIn('editor'), 'admin')).toBe('forbidden');
    expect(passageOf(signedIn('admin'), 'admin')).toBe('screen');
    expect(passageOf(signedIn('viewer'), 'unknown')).toBe('not-found');
    expect(passageOf(signedIn('viewer'), 'visitor')).toBe('to-dashboard');
  });
});
