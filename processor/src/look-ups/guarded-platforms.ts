import { settingTexts } from '@tracker/infra/config/settings';
import { createGuardedCall } from '@tracker/infra/postbacks/guarded-call';
import type { LookUpDeps } from './look-up-due.ts';

/** An answer has some kilobytes, one of a great cart some hundred. */
export const ANSWER_BYTES_MAX = 1024 * 1024;

const USUAL: ReadonlySet<string> = new Set([
  settingTexts.MERCADO_PAGO_API_URL.fallback,
  settingTexts.NUVEMSHOP_API_URL.fallback,
]);

/** At the usual address no name may lead into our own network; another one the operator chose, and it may be internal. */
export function guardedPlatforms(urls: Readonly<Record<string, string | undefined>>): LookUpDeps['platforms'] {
  const guarded = createGuardedCall({ bodyBytesMax: ANSWER_BYTES_MAX });
  const chosen = createGuardedCall({ bodyBytesMax: ANSWER_BYTES_MAX, isAllowed: () => true });
  return Object.fromEntries(
    Object.entries(urls).flatMap(([checkout, baseUrl]) =>
      baseUrl === undefined ? [] : [[checkout, { baseUrl, call: USUAL.has(baseUrl) ? guarded : chosen }]],
    ),
  );
}
