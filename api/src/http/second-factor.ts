import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { secondFactorAad } from '@tracker/infra/secrets/second-factor';
import { hashOfToken } from '@tracker/infra/secrets/secret-token';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import type { Transaction } from 'kysely';
import { generateSecret, verify } from 'otplib';
import { record, recordAlone } from '../store/audit.ts';
import { type Caller, sourceOf } from './caller.ts';
import type { SignInThrottle } from './throttle.ts';

/** Clocks of phones differ: the code before and the code after are right, too. */
const TOLERANCE_SECONDS = 30;
const RECOVERY_CODES = 10;
/** 120 bits: enough for a plain hash. */
const RECOVERY_CODE_BYTES = 15;

interface Owner {
  readonly tenantId: TenantId;
  readonly userId: UserId;
}
type Trx = Transaction<Database>;

export interface SecondFactors {
  /**
   * Uses up a code of the app or a recovery code of a person whose second factor is on; throws `wrong-code`. Guesses are counted like
   * those at passwords, but apart from them: a right password must not make them forgotten.
   */
  use(owner: Owner, code: string, guesser: Caller & { readonly browser: string | undefined }): Promise<void>;
  /** Gives the time step of a right code of the app; undefined for a wrong one. */
  stepOf(owner: Owner, factor: StoredSecret, code: string): Promise<number | undefined>;
  encrypt(owner: Owner, secret: string): Uint8Array;
}

export interface StoredSecret {
  readonly totp_secret_encrypted: Uint8Array | null;
  readonly totp_step: number | null;
}

export interface SecondFactorDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly throttle: SignInThrottle;
}

export function createSecondFactors({ postgres, clock, keyring, throttle }: SecondFactorDeps): SecondFactors {
  async function stepOf({ userId }: Owner, factor: StoredSecret, code: string): Promise<number | undefined> {
    const token = code.replace(/\s/g, '');
    if (!factor.totp_secret_encrypted || !/^\d{6}$/.test(token)) return undefined;
    const secret = keyring.decrypt(factor.totp_secret_encrypted, secondFactorAad(userId));
    const result = await verify({
      secret: Buffer.from(secret).toString('utf8'),
      token,
      epoch: Math.floor(clock.now() / 1_000),
      epochTolerance: TOLERANCE_SECONDS,
      ...(factor.totp_step !== null && { afterTimeStep: factor.totp_step }),
    });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  }

  /** The row of the person is locked: of two who use one code at the same moment, one is right. */
  async function accept(trx: Trx, owner: Owner, code: string, caller: Caller): Promise<boolean> {
    const factor = await trx
      .selectFrom('persons')
      .select(['totp_secret_encrypted', 'totp_step'])
      .where('id', '=', owner.userId)
      .where('second_factor_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!factor) return false;
    const totp_step = await stepOf(owner, factor, code);
    if (totp_step !== undefined) {
      await trx.updateTable('persons').set({ totp_step }).where('id', '=', owner.userId).execute();
      return true;
    }
    const used = await trx
      .deleteFrom('recovery_codes')
      .where('user_id', '=', owner.userId)
      .where('code_hash', '=', hashOfCode(code))
      .returning('user_id')
      .executeTakeFirst();
    if (used) await record(trx, { ...owner, from: sourceOf(caller) }, 'recovery-code.use');
    return used !== undefined;
  }

  return {
    async use(owner, code, guesser) {
      const counted = { ...guesser, account: `code ${owner.userId}`, purpose: 'code' } as const;
      const attemptId = await throttle.count(counted);
      const isRight = await postgres.withPerson(owner, (trx) => accept(trx, owner, code, guesser));
      if (isRight) return throttle.succeeded(attemptId, counted);
      if (await throttle.startsBurst(attemptId, counted.account)) {
        const stranger = { tenantId: owner.tenantId, from: sourceOf(guesser), isStranger: true } as const;
        await recordAlone(postgres, stranger, 'second-factor.fail', { userId: owner.userId });
      }
      throw new AppError('wrong-code', { field: 'code' });
    },

    stepOf,

    encrypt: ({ userId }, secret) => keyring.encrypt(secret, secondFactorAad(userId)),
  };
}

/** Takes the place of all earlier ones. Gives the codes, which are not stored. */
export async function replaceRecoveryCodes(trx: Trx, { userId }: Owner): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOfCode(code) })))
    .execute();
  return codes;
}

/** Four groups of six letters and digits (base32). */
const newRecoveryCode = (): string =>
  generateSecret({ length: RECOVERY_CODE_BYTES })
    .toLowerCase()
    .replace(/(.{6})(?=.)/g, '$1-');

/** As it is typed: spaces, hyphens and capitals do not matter. */
const hashOfCode = (code: string): Buffer => hashOfToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
