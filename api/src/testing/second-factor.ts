import { generateSync } from 'otplib';
import type { TestApi, TestPerson } from './use-api.ts';

const URL = '/api/profile/second-factor';

/** The code that an authenticator app shows now. */
export const codeOf = ({ clock }: Pick<TestApi, 'clock'>, secret: string): string =>
  generateSync({ secret, epoch: Math.floor(clock.now() / 1_000) });

/** Switches a person's second factor on; the time step of the code is used up. */
export async function setUpSecondFactor(api: TestApi, { ask }: Pick<TestPerson, 'ask'>) {
  const begun = await ask({ method: 'POST', url: URL });
  const { secret } = begun.json<{ secret: string }>();
  const payload = { code: codeOf(api, secret) };
  const confirmed = await ask({ method: 'POST', url: `${URL}/confirm`, payload });
  return { secret, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes };
}
