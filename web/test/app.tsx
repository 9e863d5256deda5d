/** The app at one of its addresses, in a DOM, before the fake API. */
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { currentUser } from '@tracker/schemas/contracts/auth.contract';
import { getProfile } from '@tracker/schemas/contracts/profile.contract';
import type { Role } from '@tracker/schemas/roles';
import axe from 'axe-core';
import { expect, vi } from 'vitest';
import { createQueryClient } from '../src/data/query-client.ts';
import { createAppRouter } from '../src/router.tsx';
import { recheck } from '../src/session/session.ts';
import { api, refusal } from './fake-api.ts';
import { session } from './samples.ts';

export interface OpenedApp {
  user: ReturnType<typeof userEvent.setup>;
  /** Path and search, as the address bar shows them. */
  address(): string;
  goBack(): void;
}

/** `as`: who looks at it; 'visitor' is signed out, and of 'unknown' the test says what the API answers. */
export function openApp(address: string, { as = 'admin' }: { as?: Role | 'visitor' | 'unknown' } = {}): OpenedApp {
  if (as !== 'unknown') {
    api.answer(currentUser, as === 'visitor' ? refusal(401, 'Entre para continuar.') : session(as));
  }
  api.answer(getProfile, { ...session(as === 'visitor' || as === 'unknown' ? 'viewer' : as).user, quiet: null });
  const history = createMemoryHistory({ initialEntries: [address] });
  const queryClient = createQueryClient(() => recheck(queryClient));
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createAppRouter(history)} />
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup({ delay: null }),
    address: () => history.location.href,
    goBack: () => history.back(),
  };
}

/** As a person chooses from a list: opens it by its label, clicks the option. */
export async function choose(user: OpenedApp['user'], list: string | RegExp, option: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: list }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** More stops than any screen has. */
const STOPS_MAX = 250;

/** By keyboard alone: Tab until the element has the focus, then the keys. */
export async function pressOn(user: OpenedApp['user'], wanted: HTMLElement, keys = '{Enter}'): Promise<void> {
  for (let stops = 0; document.activeElement !== wanted; stops += 1) {
    if (stops > STOPS_MAX) throw new Error(`Tab does not reach ${wanted.outerHTML}`);
    await user.tab();
  }
  await user.keyboard(keys);
}

/** By keyboard alone: opens the list, goes to the option, and takes it. The focus follows each key a moment later. */
export async function chooseByKeyboard(user: OpenedApp['user'], list: HTMLElement, option: string | RegExp) {
  await pressOn(user, list);
  const wanted = await screen.findByRole('option', { name: option });
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('option'));
  for (let key = '{Home}'; document.activeElement !== wanted; key = '{ArrowDown}') {
    const next = key === '{Home}' ? screen.getAllByRole('option')[0] : document.activeElement?.nextElementSibling;
    await user.keyboard(key);
    await waitFor(() => expect(document.activeElement).toBe(next));
  }
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(list));
}

/** A click into the box of a chart, which is 600 wide and 300 high. `caption`: of its table. */
export async function clickChart(user: OpenedApp['user'], caption: string, [x, y]: [number, number]): Promise<void> {
  const target = await drawnChart(caption);
  const coords = { offsetX: x, offsetY: y };
  await user.pointer([
    { target, coords },
    { keys: '[MouseLeft]', target, coords },
  ]);
}

/** Once a frame has changed nothing: it is drawn again with each part of what it shows. */
async function drawnChart(caption: string): Promise<SVGElement> {
  for (;;) {
    const figure = (await screen.findByRole('table', { name: caption })).closest('figure');
    const drawn = await waitFor(() => {
      const svg = figure?.querySelector('svg');
      if (!svg?.querySelector('path')) throw new Error('The chart is not drawn yet.');
      return svg;
    });
    const before = drawn.outerHTML;
    for (let frames = 0; frames < 2; frames += 1) await act(() => new Promise(requestAnimationFrame));
    if (drawn.isConnected && drawn.outerHTML === before) return drawn;
  }
}

/** From now on the page's clock goes on by `later` alone. */
export const stopClock = () => vi.setTimerTickMode('manual');
export const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const [realTimeout, realNow] = [setTimeout, performance.now.bind(performance)];
/** What `look` finds on the page while its clock is stopped, once all that needs no time has happened. */
export async function atStandstill<Found>(look: () => Found): Promise<Found> {
  const startedAt = realNow();
  for (;;) {
    await act(async () => {
      await new Promise((resolve) => realTimeout(resolve, 5));
      await vi.advanceTimersByTimeAsync(0);
    });
    try {
      return look();
    } catch (error) {
      if (realNow() - startedAt > 5_000) throw error;
    }
  }
}

/** No serious axe finding in the structure: names, roles, labels, ids, lists. Colours and sizes are checked in a browser. */
export async function expectAccessible(): Promise<void> {
  await settle();
  const { violations } = await axe.run(document.body, {
    preload: false,
    resultTypes: ['violations'],
    rules: Object.fromEntries([...NOT_IN_A_DOM, ...NEVER_SERIOUS].map((rule) => [rule, { enabled: false }])),
  });
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([]);
}
/** Rules that need a layout. */
const NOT_IN_A_DOM = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];
/** Rules whose findings are all of a lower impact, and would be thrown away: a rule's own impact is that of each finding. */
const NEVER_SERIOUS = (axe as unknown as { _audit: { rules: { id: string; impact: string }[] } })._audit.rules
  .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
  .map(({ id }) => id);

/** Waits until nothing on the screen is loading any more. */
export const settle = () => waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());

/** The toast of this title and, below it, this sentence. */
export function toastOf(title: string, description?: string): HTMLElement {
  const shown = screen.getByText(title, { selector: 'li[data-look] *' });
  const toast = shown.closest<HTMLElement>('li') ?? shown;
  if (description !== undefined) within(toast).getByText(description);
  return toast;
}

export const inToast = (title: string, description?: string) => waitFor(() => toastOf(title, description));

/** The text of an element; Intl's no-break spaces are spaces here. */
export const plain = (element: Element | null): string =>
  (element?.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');

/** The rows of a table or of a chart's, each as its texts. */
export function rowsOf(label: string): string[][] {
  const [region] = screen.getAllByRole('region', { name: label });
  const rows = [...(region?.querySelectorAll('tbody tr') ?? [])];
  return rows.map((row) => [...row.querySelectorAll('th, td')].map(plain));
}
