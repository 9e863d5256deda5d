/** The requested page of a list in Facebook's format: cursors, and the full next URL including the token. */
export function pageOf<T>(rows: readonly T[], address: URL, { limitMax }: { limitMax: number }) {
  const limit = Math.max(1, Math.min(limitMax, Number(address.searchParams.get('limit') ?? 25) || 25));
  const { offset, isBlank } = readCursor(address.searchParams.get('after'));
  const end = isBlank ? offset : offset + limit;
  const data = rows.slice(offset, end);
  const cursors = { before: cursorOf(offset), after: cursorOf(end) };
  if (end >= rows.length) return { data, paging: data.length === 0 ? undefined : { cursors } };
  // An empty page with a next URL follows the first page, because Facebook filters after it cuts pages.
  const next = new URL(address);
  next.searchParams.set('after', cursorOf(end, offset === 0 && !isBlank));
  return { data, paging: { cursors, next: next.href } };
}

const cursorOf = (offset: number, isBlank = false) =>
  Buffer.from(`${isBlank ? 'blank' : 'row'} ${offset}`).toString('base64url');

function readCursor(after: string | null) {
  const [kind, offset] = Buffer.from(after ?? '', 'base64url')
    .toString()
    .split(' ');
  return { offset: Number(offset ?? 0) || 0, isBlank: kind === 'blank' };
}
