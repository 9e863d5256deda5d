/**
 * A tab left open over an update requests files that are gone: then the page is reloaded. A file that failed to load because the
 * server is away is no reason to reload, or the tab would lose its figures to the browser's error page.
 */
export function reloadWhenAppIsStale(): void {
  window.addEventListener('vite:preloadError', async () => {
    if (await isAppStale()) window.location.reload();
  });
}

/** Whether the server's page starts another program than this one did. */
async function isAppStale(): Promise<boolean> {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src');
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  );
  return page !== undefined && entry != null && !page.includes(entry);
}
