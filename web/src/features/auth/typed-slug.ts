import { folded } from '@tracker/schemas/primitives/text';

/**
 * What becomes of an address while it is typed by hand: what the server would refuse cannot be typed, but a hyphen at
 * the end stays, since more may follow it.
 */
export const typedSlug = (text: string): string =>
  folded(text)
    .replace(/\s/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-');
