const KEY = 'reloaded-at';
const AT_MOST_EVERY_MS = 60_000;

/**
 * A tab left open over an update asks for files that are gone. The page is then loaded afresh, once: when that does not
 * help, the screen's own error shows.
 */
export function reloadWhenAppIsStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(KEY)) < AT_MOST_EVERY_MS) return;
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      // Without storage there is no telling whether this is the second time.
      return;
    }
    event.preventDefault();
    window.location.reload();
  });
}
