import type { LinkProps } from '@tanstack/react-router';

/** After 'g': the first letter of a screen, as far as it is free. */
export const SCREEN_KEYS = {
  d: '/',
  c: '/campaigns',
  a: '/analytics',
  g: '/geography',
  l: '/leads',
  i: '/integration',
  w: '/webhook',
  v: '/conversion-logs',
  k: '/click-logs',
  f: '/facebook',
} as const satisfies Record<string, LinkProps['to']>;

const KEY = 'single-key-shortcuts';

/**
 * Shortcuts of one letter can be turned off: who steers by voice would set them off with each word (WCAG 2.1.4). Ctrl+K stays.
 */
export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function turnSingleKeys(areOn: boolean): void {
  try {
    localStorage.setItem(KEY, areOn ? 'on' : 'off');
  } catch {
    // Storage may be forbidden: they stay on.
  }
}
