import { settingTexts } from '@tracker/infra/config/settings';
import { createGuardedCall } from '@tracker/infra/postbacks/guarded-call';
import { systemAddresses } from '@tracker/infra/postbacks/resolve';
import { LOOK_UP_ANSWER_BYTES_MAX } from '@tracker/schemas/look-ups/limits';
import type { LookUpDeps } from './look-up-due.ts';

const USUAL: ReadonlySet<string> = new Set([
  settingTexts.MERCADO_PAGO_API_URL.fallback,
  settingTexts.NUVEMSHOP_API_URL.fallback,
]);

/** At the usual address no name may lead into our own network; another one the operator chose, and it may be internal. */
export function guardedPlatforms(urls: Readonly<Record<string, string | undefined>>): LookUpDeps['platforms'] {
  const guarded = createGuardedCall({ bodyBytesMax: LOOK_UP_ANSWER_BYTES_MAX });
  const chosen = createGuardedCall({
    ...{ bodyBytesMax: LOOK_UP_ANSWER_BYTES_MAX, isAllowed: () => true },
    resolve: systemAddresses,
  });
  return Object.fromEntries(
    Object.entries(urls).flatMap(([checkout, baseUrl]) =>
      baseUrl === undefined ? [] : [[checkout, { baseUrl, call: USUAL.has(baseUrl) ? guarded : chosen }]],
    ),
  );
}
