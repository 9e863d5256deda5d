import { useQueryClient } from '@tanstack/react-query';
import { live } from '@tracker/schemas/contracts/live.contract';
import { useEffect, useState } from 'react';
import { askAgainAfterwards, FIGURES } from './ask-again.ts';
import { heardFromServer, watchConnection } from './connection.ts';
import { AUTH_PATH } from './query-client.ts';
import { inTab } from './tab-tenant.ts';

/** A campaign under load changes many times a second; people cannot read that fast and the server need not answer it. */
const REFRESH_AT_MOST_EVERY_MS = 1_000;
const REOPEN_AFTER_MS = 15_000;
/** The server's beat comes every 20 s: a line on which two were missed hangs. */
const SILENT_AFTER_MS = 45_000;

/**
 * Listens for "your figures changed" and asks for the visible figures again; all other queries keep their own interval. True while the
 * line is open; when it is not, polling alone keeps the screen fresh (`connection.ts` says when not even that answers). Closed while the
 * tab is hidden: browsers allow six connections to a host, and a seventh open tab would otherwise wait for ever.
 */
export function useLiveFigures(): boolean {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);

  useEffect(() => {
    const refresh = throttled(() => askAgainAfterwards(queryClient, [FIGURES]), REFRESH_AT_MOST_EVERY_MS);
    let source: EventSource | undefined;
    let knownBroken = false;
    let reopening: ReturnType<typeof setTimeout> | undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;

    const awaitBeat = () => {
      clearTimeout(silence);
      silence = setTimeout(reopen, SILENT_AFTER_MS);
    };
    const heard = () => {
      heardFromServer();
      awaitBeat();
    };
    const askWho = () => void queryClient.invalidateQueries({ queryKey: [AUTH_PATH] });
    const open = () => {
      source = new EventSource(inTab(live.path));
      awaitBeat();
      for (const event of ['open', 'beat', 'figures', 'access']) source.addEventListener(event, heard);
      source.addEventListener('open', () => {
        setLive(true);
        knownBroken = false;
        // What changed before the line was open, or while it was broken, was not heard.
        refresh.run();
      });
      source.addEventListener('figures', refresh.run);
      // A new role: the menu and the screen follow at once.
      source.addEventListener('access', askWho);
      source.addEventListener('error', () => {
        setLive(false);
        // Whether the server went away or the session ended is for the next question to find out; it need not wait for the next
        // poll. Once is enough: the browser tries again every few seconds.
        if (!knownBroken) refresh.run();
        knownBroken = true;
        // The browser reconnects by itself unless the answer was a refusal: the session may have ended elsewhere.
        if (source?.readyState !== EventSource.CLOSED) return;
        askWho();
        reopening = setTimeout(open, REOPEN_AFTER_MS);
      });
    };
    const close = () => {
      clearTimeout(reopening);
      clearTimeout(silence);
      source?.close();
      source = undefined;
    };
    const reopen = () => {
      close();
      setLive(false);
      if (document.visibilityState === 'visible') open();
    };
    const onVisibility = () => {
      close();
      if (document.visibilityState === 'hidden') return setLive(false);
      open();
      refresh.run();
    };

    if (document.visibilityState === 'visible') open();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('online', reopen);
    const stopWatching = watchConnection(askWho);
    return () => {
      stopWatching();
      window.removeEventListener('online', reopen);
      document.removeEventListener('visibilitychange', onVisibility);
      refresh.cancel();
      close();
    };
  }, [queryClient]);

  return isLive;
}

/** Runs at once, then at most once per interval; the last request is never lost. */
export function throttled(work: () => void, intervalMs: number): { run(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const tick = () => {
    timer = undefined;
    if (again) run();
  };
  const run = () => {
    if (timer !== undefined) {
      again = true;
      return;
    }
    again = false;
    work();
    timer = setTimeout(tick, intervalMs);
  };
  return { run, cancel: () => clearTimeout(timer) };
}
