/**
 * A tab left open over an update asks for files that are gone: the page is then loaded afresh. A file that did not come
 * because nobody answered is no reason to, or a tab would lose its figures to the browser's own error page.
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
