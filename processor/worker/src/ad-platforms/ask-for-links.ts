// What is asked of an ad account for its links, and what every answer must fit.
import { type AccountDay, type AdPlatform, AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Link } from './links.ts';
import type { Window } from './sync-window.ts';

export interface FetchOptions {
  readonly platform: AdPlatform;
  readonly token: string;
  readonly tenantZone: TimeZone;
  readonly window: Window;
  readonly signal: AbortSignal;
}

/** So many are named in a question; of more the whole account is read. */
export const CAMPAIGNS_A_QUESTION = 50;

/** Null: all of the account. */
export const namedOf = (links: readonly Link[]): string[] | null =>
  links.length > CAMPAIGNS_A_QUESTION ? null : links.map(({ platformCampaignId }) => platformCampaignId);

/** An account has one currency for its life: rows in another one are those of another account. */
export function inCurrencyOf<Row extends AccountDay>({ currency }: Link, rows: readonly Row[]): readonly Row[] {
  if (rows.every((row) => row.currency === currency)) return rows;
  throw new AdPlatformError('permanent', { code: 'answer_misfits' }, 'rows in another currency');
}
