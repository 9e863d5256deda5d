import { createMemoryHistory } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { adPlatformCalls } from '@tracker/schemas/contracts/ad-platforms.contract';
import { currentUser } from '@tracker/schemas/contracts/auth.contract';
import { listConversions, readConversionTotals } from '@tracker/schemas/contracts/conversion-logs.contract';
import { readScriptStatus } from '@tracker/schemas/contracts/integration.contract';
import { InviteView, validateInvite } from '@tracker/schemas/contracts/people.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { listWebhookDeliveries } from '@tracker/schemas/contracts/webhook.contract';
import { hasRole } from '@tracker/schemas/roles';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { atStandstill, later, openApp, stopClock } from '../../test/app.tsx';
import { api, refusal } from '../../test/fake-api.ts';
import { sample, session } from '../../test/samples.ts';
import { createAppRouter } from '../router.tsx';
import type { RouteAccess } from './access.ts';

/** Every route that the router has, also one of tomorrow, and an address that it does not have. */
const ROUTES = Object.values(createAppRouter(createMemoryHistory()).routesByPath);
const PLACES: readonly { address: string; access: RouteAccess; isBare?: boolean | undefined }[] = [
  ...ROUTES.map(({ fullPath, options }) => ({
    address: fullPath.replace('$platform', 'facebook'),
    // Who is signed in goes on to the dashboard, where the invitation is offered.
    access: fullPath === '/accept-invite' ? ('visitor' as const) : (options.staticData?.access ?? ('admin' as const)),
    isBare: options.staticData?.isBare,
  })),
  { address: '/no/where', access: 'unknown' },
];

/** How often in ten seconds; all else is asked every 30 s at most. */
const POLLS: Readonly<Record<string, number>> = {
  [listConversions.name]: 2,
  [readConversionTotals.name]: 2,
  [adPlatformCalls.syncStatus.name]: 2,
  [readScriptStatus.name]: 3,
  [listWebhookDeliveries.name]: 2,
};
/** A call and what it asked, asked more often than once and by its polls. */
function tooOften(calls: readonly string[]): string[] {
  const times = Map.groupBy(calls, (asked) => asked);
  return [...times].flatMap(([asked, { length }]) =>
    length > 1 + (POLLS[asked.split(' ')[0] ?? ''] ?? 0) ? [`${length} times ${asked}`] : [],
  );
}

/** The calls of ten seconds, the first of which are looked at closely. */
async function tenSeconds(): Promise<readonly string[]> {
  const before = api.calls().length;
  for (const ms of [50, 150, 300, 500, 1_000, 3_000, 5_000]) {
    await later(ms);
    await atStandstill(() => undefined);
  }
  return api.calls().slice(before);
}

const ENDED = refusal(401, 'Entre para continuar.');
const ANOTHER = {
  ...session('viewer'),
  user: { ...session('viewer').user, id: 'us_00000002', firstName: 'Beto', email: 'beto@loja.example.com' },
};
const endSession = () => {
  for (const contract of CONTRACTS) if (contract.access !== 'public') api.answer(contract, ENDED);
};
const isLogin = () => screen.queryByRole('button', { name: 'Entrar' }) !== null;
const isInShell = () => screen.queryByRole('navigation', { name: 'Principal' }) !== null;

beforeAll(async () => {
  for (const { options } of ROUTES) await (options.component as { preload?: () => Promise<unknown> }).preload?.();
});

beforeEach(() => {
  const invited = { email: 'carla@loja.example.com', expiresAt: '2026-11-27T15:00:00.000Z' };
  api.answer(validateInvite, sample(InviteView, { ...invited, hasAccount: true }));
  api.answerEmpty();
  for (const contract of CONTRACTS.filter(({ method }) => method !== 'GET')) api.answer(contract, refusal(404));
  // A screen shows what is on its way before what has come, as with any server that is not in its own process.
  api.answerAfter(5);
  stopClock();
});

describe.each(PLACES)('$address', ({ address, access, isBare }) => {
  const path = (app: { address(): string }) => app.address().split('?')[0];
  /** Where a person of this role is at home with it. */
  const placeFor = (role: 'admin' | 'viewer') => {
    if (access === 'visitor') return '/';
    return access === 'all' || access === 'unknown' || hasRole(role, access) ? address : '/';
  };
  const placeSignedOut = access === 'all' || access === 'visitor' || access === 'unknown' ? address : '/login';

  test('shows a visitor its form or the login screen, and asks nothing twice', { tags: ['§2.1'] }, async () => {
    endSession();
    const app = openApp(address, { as: 'visitor' });
    expect(tooOften(await tenSeconds())).toEqual([]);
    expect(path(app)).toBe(placeSignedOut);
    expect(isInShell()).toBe(false);
    expect(isLogin()).toBe(access !== 'all' && (access !== 'visitor' || address === '/login'));
    if (access === 'all' || access === 'visitor') screen.getByRole('heading', { level: 1 });
  });

  test('goes on for a signed-in person, and for the other one that the session is of from then on', {
    tags: ['§2.1'],
  }, async () => {
    const app = openApp(address);
    expect(tooOften(await tenSeconds())).toEqual([]);
    expect(path(app)).toBe(placeFor('admin'));
    api.answer(currentUser, ANOTHER);
    api.announceAccess();
    expect(tooOften(await tenSeconds())).toEqual([]);
    // A page without a shell has no line of news.
    expect(path(app)).toBe(isBare ? address : placeFor('viewer'));
    // Behind the dialog that offers an invitation.
    screen.getByRole('heading', { level: 1, hidden: true });
    expect(isLogin()).toBe(false);
  });

  test('asks nothing twice where all else fails, and not who is signed in for each refusal when the session ends', {
    tags: ['§2.1', '§9.2'],
  }, async () => {
    for (const contract of CONTRACTS) api.answer(contract, refusal(503));
    const app = openApp(address);
    expect(tooOften(await tenSeconds())).toEqual([]);
    endSession();
    api.announceFigures();
    api.announceAccess();
    expect(tooOften(await tenSeconds())).toEqual([]);
    if (isBare) return;
    expect(path(app)).toBe(access === 'visitor' ? '/login' : placeSignedOut);
    expect(isLogin()).toBe(access !== 'all');
  });
});
