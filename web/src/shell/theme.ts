import { useSyncExternalStore } from 'react';

/** `public/theme.js` applies the same rule before the first paint. */
export type ThemeChoice = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

const KEY = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let choice = stored();

function stored(): ThemeChoice {
  try {
    const text = localStorage.getItem(KEY);
    return text === 'light' || text === 'dark' ? text : 'system';
  } catch {
    return 'system';
  }
}

const themeNow = (): Theme => (choice === 'dark' || (choice === 'system' && system.matches) ? 'dark' : 'light');

function apply(): void {
  document.documentElement.dataset.theme = themeNow();
  for (const listener of listeners) listener();
}

system.addEventListener('change', apply);

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
  apply();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice);
export const useTheme = (): Theme => useSyncExternalStore(subscribe, themeNow);
