import { folded } from '@tracker/schemas/primitives/text';

/**
 * Cleans a slug while it is typed: characters that the server would refuse are removed, but a hyphen at the end stays, since more
 * may follow.
 */
export const typedSlug = (text: string): string =>
  folded(text)
    .replace(/\s/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-');
