// When did the figures of a tenant last change? migrations/0026-figure-versions.sql
import type { Sql } from './connect.ts';

/** In the place of tenant ids. */
export const ALL_TENANTS = '*';
/** A notification of Postgres holds 8 000 bytes and a tenant id takes at most 68. */
const TENANTS_PER_NOTIFICATION = 100;

/**
 * Moves the versions of these tenants and notifies open screens, which refetch. Call it after the rows are durable, and before the work counts as
 * done: an answer from before would be kept until the version changes again.
 */
export async function figuresChanged(sql: Sql, tenantIds: Iterable<string>): Promise<void> {
  const ids = [...tenantIds];
  for (let start = 0; start < ids.length; start += TENANTS_PER_NOTIFICATION) {
    await sql`SELECT figures_changed(${ids.slice(start, start + TENANTS_PER_NOTIFICATION).join()})`;
  }
}

/** Of all tenants at once: other tables are in the place of theirs. */
export async function allFiguresChanged(sql: Sql): Promise<void> {
  await sql`SELECT begin_change_epoch()`;
  await figuresChanged(sql, [ALL_TENANTS]);
}

/** Gives a tenant's version: an opaque text, read after the call. */
export type VersionOf = (tenantId: string) => Promise<string>;

/**
 * Reads versions from Postgres, one statement at a time: those that are asked for during one share the next. None joins a statement that is
 * under way already, because that may be older than what its caller was notified of.
 */
export function createFigureVersions(sql: Sql): VersionOf {
  let running: Promise<unknown> = Promise.resolve();
  let next: { readonly ids: Set<string>; readonly versions: Promise<ReadonlyMap<string, string>> } | undefined;

  async function readAfter(earlier: Promise<unknown>, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    await earlier;
    next = undefined;
    const rows = await sql<{ tenant_id: string; version: string }[]>`
      SELECT tenant_id, version FROM lookup_figure_versions(${[...ids].join()})`;
    return new Map(rows.map(({ tenant_id, version }) => [tenant_id, version]));
  }

  return async (tenantId) => {
    if (next === undefined) {
      const ids = new Set<string>();
      next = { ids, versions: readAfter(running, ids) };
      running = next.versions.catch(() => undefined);
    }
    next.ids.add(tenantId);
    const version = (await next.versions).get(tenantId);
    if (version === undefined) throw new Error('no version of the figures of a tenant');
    return version;
  };
}
