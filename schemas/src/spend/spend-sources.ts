import { z } from 'zod';
import { spendSourceNamed } from '../capture/source-names.ts';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._&+-]{0,39}$/u;

/**
 * Where money was spent, as people write it: one text for each source, in lower case, and an ad platform by its id, so that 'Meta Ads' is
 * what the platform itself reports as 'facebook'. Never with a slash: those sources are the platforms' own.
 */
export const SpendSource = z
  .string()
  .transform(spendSourceNamed)
  .pipe(z.string().regex(NAME, 'Informe a fonte com até 40 letras, números ou espaços, como google.'));
