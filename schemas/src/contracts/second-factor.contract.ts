import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { SecondFactorCode } from './auth.contract.ts';
import { NoContent } from './common.ts';
import { defineContract } from './define-contract.ts';

export const SecondFactorStatus = z.object({
  /** Since when sign-ins need a code; null: they do not. */
  since: Instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** By the tenant: it cannot be switched off. */
  isRequired: z.boolean(),
});
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>;

/** Can be shown only now: the server keeps hashes. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const own = { path: '/api/profile/second-factor', access: 'viewer', personal: true, beforeSecondFactor: true } as const;

export const getSecondFactor = defineContract({
  ...own,
  name: 'second-factor.get',
  method: 'GET',
  summary: 'Whether one’s own sign-ins need a code of an authenticator app.',
  status: 200,
  response: SecondFactorStatus,
});

export const beginSecondFactor = defineContract({
  ...own,
  name: 'second-factor.begin',
  method: 'POST',
  fresh: true,
  summary:
    'Makes a secret for an authenticator app (TOTP: SHA-1, 6 digits, 30 seconds), in the place of one that was not confirmed. 409 when the second factor is on.',
  status: 200,
  response: z.object({
    /** Base32, to type it in. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
  }),
});

export const confirmSecondFactor = defineContract({
  ...own,
  name: 'second-factor.confirm',
  method: 'POST',
  path: '/api/profile/second-factor/confirm',
  fresh: true,
  summary:
    'Switches the second factor on with the first code of the app, and gives ten recovery codes. 400 when the code is wrong, 409 when no set-up was begun.',
  body: z.object({ code: SecondFactorCode }),
  status: 200,
  response: RecoveryCodes,
});

export const renewRecoveryCodes = defineContract({
  ...own,
  name: 'second-factor.renew-codes',
  method: 'POST',
  path: '/api/profile/second-factor/recovery-codes',
  fresh: true,
  summary: 'Gives ten new recovery codes; earlier ones no longer count. 409 when the second factor is off.',
  status: 200,
  response: RecoveryCodes,
});

export const switchSecondFactorOff = defineContract({
  ...own,
  name: 'second-factor.switch-off',
  method: 'DELETE',
  fresh: true,
  summary: 'Switches the second factor off. 409 when it is off, or when the company requires it.',
  status: 204,
  response: NoContent,
});
