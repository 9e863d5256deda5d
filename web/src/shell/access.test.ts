import type { AuthStatus } from '@tracker/schemas/contracts/auth.contract';
import { describe, expect, it } from 'vitest';
import type { Auth } from '../session/session.ts';
import { passageOf } from './access.ts';

const signedIn = (role: string | undefined): Auth => ({
  state: 'signed-in',
  session: { user: { role } } as AuthStatus,
});
const signedOut: Auth = { state: 'signed-out' };

describe('passageOf', () => {
  it('waits until the session is known, and shows an outage instead of the login screen', () => {
    expect(passageOf({ state: 'loading' }, 'admin')).toBe('wait');
    expect(passageOf({ state: 'unreachable', retry: () => undefined }, 'admin')).toBe('unreachable');
  });

  it('shows the login screen to signed-out users at any address', () => {
    expect(passageOf(signedOut, 'visitor')).toBe('visitor-screen');
    expect(passageOf(signedOut, 'viewer')).toBe('login-instead');
    expect(passageOf(signedOut, 'unknown')).toBe('login-quietly');
  });

  it('admits a user whose role has at least the required rank', { tags: ['§6'] }, () => {
    expect(passageOf(signedIn('viewer'), 'viewer')).toBe('screen');
    expect(passageOf(signedIn('viewer'), 'editor')).toBe('forbidden');
    expect(passageOf(signedIn('editor'), 'editor')).toBe('screen');
    expect(passageOf(signedIn('editor'), 'admin')).toBe('forbidden');
    expect(passageOf(signedIn('admin'), 'admin')).toBe('screen');
    expect(passageOf(signedIn('viewer'), 'unknown')).toBe('not-found');
    expect(passageOf(signedIn('viewer'), 'visitor')).toBe('to-dashboard');
    // A missing role is a viewer's; one that this page does not know ranks below it, and is signed in all the same.
    expect(passageOf(signedIn(undefined), 'viewer')).toBe('screen');
    expect(passageOf(signedIn('owner'), 'viewer')).toBe('screen');
    expect(passageOf(signedIn('owner'), 'editor')).toBe('forbidden');
    expect([passageOf(signedIn('viewer'), 'all'), passageOf(signedOut, 'all')]).toEqual(
      Array(2).fill('visitor-screen'),
    );
  });
});
