declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of the login screen: the path that a signed-out person was sent away from, with its search. */
    asked?: string;
  }
}

/**
 * The path that a person asked for before the guard sent them to the login screen; undefined where they came to it by themselves.
 * It is kept in the history entry, which only this page writes: no link from elsewhere can name it. A path that leads away from
 * `origin`, like '//host', is none.
 */
export function askedPath({ asked }: { asked?: unknown }, origin: string): string | undefined {
  if (typeof asked !== 'string' || !asked.startsWith('/')) return undefined;
  const url = URL.parse(asked, origin);
  if (url?.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
