/** The clock of every screen test, what its DOM lacks, and failures that do not depend on expectations. */
import { readFileSync } from 'node:fs';
import { cleanup, configure, renderHook, screen } from '@testing-library/react';
import * as react from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { showAsOf } from '../src/data/as-of.ts';
import { offerInvite } from '../src/shell/offered-invite.ts';
import { openPanel } from '../src/shell/panel-store.ts';
import { loadSelectList } from '../src/ui/select.tsx';
import { dismissToast, useToasts } from '../src/ui/toast-store.ts';
import { apiFaults, startApi } from './fake-api.ts';
import { NOW } from './samples.ts';

const realTimeout = setTimeout;

// React notes for each element where it was written, up to a limit in each second, for the stacks of its warnings: a seventh of the time of
// a run. The words of a warning fail a test without them.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});

configure({
  // The library's own waits for a timer, and for ever when a test has stopped the clock.
  asyncWrapper: async (work) => {
    const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    const before = scope.IS_REACT_ACT_ENVIRONMENT;
    scope.IS_REACT_ACT_ENVIRONMENT = false;
    try {
      const result = await work();
      await new Promise((resolve) => realTimeout(resolve, 0));
      return result;
    } finally {
      scope.IS_REACT_ACT_ENVIRONMENT = before;
    }
  },
  // A busy machine is late, never wrong.
  asyncUtilTimeout: 5_000,
  // What a person would read, instead of the whole DOM.
  getElementError: (message) => new Error(`${message?.split('\n')[0]}\nThe page says: ${textOfPage()}`),
});
const textOfPage = () => {
  const texts = screen.queryAllByText(/\S/).map(({ textContent }) => textContent.trim());
  return texts.join(' · ').slice(0, 3_000);
};

// jsdom lays nothing out.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(window, { ResizeObserver: NoObserver, scrollTo: () => undefined });
// Charts draw into a box of some size.
Object.defineProperties(HTMLElement.prototype, { clientWidth: { value: 600 }, clientHeight: { value: 300 } });
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
/** Light, and no motion. */
window.matchMedia = (media) =>
  Object.assign(new EventTarget() as MediaQueryList, { media, matches: media.includes('reduced-motion') });

// As it is a moment after the first screen.
await loadSelectList();
// What draws charts keeps the clock that it is loaded with, while each test has another one.
window.requestAnimationFrame = (draw) => Number(realTimeout(() => draw(Date.now()), 16));
await import('../src/charts/echart.tsx');
// Their colours are those of the light theme.
const tokens = readFileSync(`${import.meta.dirname}/../src/styles/tokens.css`, 'utf8');
for (const [, name = '', color = ''] of tokens.slice(0, tokens.indexOf('}')).matchAll(/(--[\w-]+): ([^;]+);/g))
  document.documentElement.style.setProperty(name, color);

let problems: string[] = [];

beforeEach(() => {
  // It runs as the real one does, until a test stops it: `vi.setTimerTickMode('manual')`.
  vi.useFakeTimers({ now: new Date(NOW) });
  vi.setTimerTickMode('interval', 5);
  startApi();
  problems = [];
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((message: unknown, ...details: unknown[]) => {
      // jsdom is older than this element.
      if (String(message).startsWith('The tag <%s> is unrecognized') && details[0] === 'search') return;
      problems.push([message, ...details].map(String).join(' ').slice(0, 500));
    });
  }
});

afterEach(() => {
  sessionStorage.clear();
  const { result } = renderHook(useToasts);
  for (const { id } of result.current) dismissToast(id);
  cleanup();
  // What a page forgets when it is loaded again: files share their process.
  showAsOf(undefined);
  openPanel(undefined);
  offerInvite(undefined);
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  expect([...apiFaults(), ...problems]).toEqual([]);
});
