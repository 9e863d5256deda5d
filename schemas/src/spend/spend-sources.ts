import { z } from 'zod';
import { AD_PLATFORMS } from '../ad-platforms/ad-platforms.ts';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._&+-]{0,39}$/u;

/** What people also call an ad platform where they write down what it cost. Not in its descriptor, which loads with the first screen. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = { facebook: ['meta', 'meta ads', 'fb', 'fb ads'] };

/** The ids of ad platforms, by what people call them. */
const PLATFORMS = new Map(
  AD_PLATFORMS.flatMap(({ id, name, title }) =>
    [id, name, title, ...(OTHER_NAMES[id] ?? [])].map((called) => [called.toLowerCase(), id] as const),
  ),
);

/**
 * Where money was spent, as people write it: one text for each source, in lower case, and an ad platform by its id, so that 'Meta Ads' is
 * what the platform itself reports as 'facebook'. Never with a slash: those sources are the platforms' own.
 */
export const SpendSource = z
  .string()
  .transform((text) => {
    const name = text.normalize('NFC').trim().toLowerCase().replace(/\s+/g, ' ');
    return PLATFORMS.get(name) ?? name;
  })
  .pipe(z.string().regex(NAME, 'Informe a fonte com até 40 letras, números ou espaços, como google.'));
