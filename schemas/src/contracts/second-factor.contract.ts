import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { SecondFactorCode } from './auth.contract.ts';
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

const own = { personal: true, beforeSecondFactor: true } as const;

export const getSecondFactor = defineContract('second-factor.get', 'GET /api/profile/second-factor', 'viewer', {
  ...own,
  summary: 'Whether one’s own sign-ins need a code of an authenticator app.',
  response: SecondFactorStatus,
});

export const beginSecondFactor = defineContract('second-factor.begin', 'POST /api/profile/second-factor', 'viewer', {
  ...own,
  fresh: true,
  summary:
    'Makes a secret for an authenticator app (TOTP: SHA-1, 6 digits, 30 seconds), in the place of one that was not confirmed. 409 when the second factor is on.',
  response: z.object({
    /** Base32, to type it in. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
  }),
});

export const confirmSecondFactor = defineContract(
  'second-factor.confirm',
  'POST /api/profile/second-factor/confirm',
  'viewer',
  {
    ...own,
    fresh: true,
    summary:
      'Switches the second factor on with the first code of the app, and gives ten recovery codes. 400 when the code is wrong, 409 when no set-up was begun.',
    body: z.object({ code: SecondFactorCode }),
    response: RecoveryCodes,
  },
);

export const renewRecoveryCodes = defineContract(
  'second-factor.renew-codes',
  'POST /api/profile/second-factor/recovery-codes',
  'viewer',
  {
    creates: true,
    ...own,
    fresh: true,
    summary: 'Gives ten new recovery codes; earlier ones no longer count. 409 when the second factor is off.',
    response: RecoveryCodes,
  },
);

export const switchSecondFactorOff = defineContract(
  'second-factor.switch-off',
  'DELETE /api/profile/second-factor',
  'viewer',
  {
    ...own,
    fresh: true,
    summary: 'Switches the second factor off. 409 when it is off, or when the company requires it.',
  },
);
