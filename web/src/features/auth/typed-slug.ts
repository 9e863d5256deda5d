/**
 * What becomes of an address while it is typed by hand: what the server would refuse cannot be typed, but a hyphen at
 * the end stays, since more may follow it.
 */
export const typedSlug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-');
