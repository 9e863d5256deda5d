/** One entry of the browser's store: the last figures of one person at one company. */
const KEY = 'last-figures';

/** Storage may be forbidden or full: then there are no figures without a network. */
export function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function store(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    forgetFigures();
  }
}

/** At the end of a session, here or in another tab. */
export function forgetFigures(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing is stored.
  }
}
