import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { switchSecondFactorOff } from '@tracker/infra/postgres/tables/second-factor';
import type { SecondFactorStatus } from '@tracker/schemas/contracts/second-factor.contract';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Transaction } from 'kysely';
import { generateSecret, generateURI } from 'otplib';
import type { Person } from '../../http/access.ts';
import { replaceRecoveryCodes, type SecondFactors } from '../../http/second-factor.ts';
import type { AccountMails } from '../../mail/account-mail.ts';
import { record } from '../../store/audit.ts';

/** The name of the account in the authenticator app. */
const ISSUER = 'Traffic Tracker';

export interface SecondFactorService {
  get(person: Person): Promise<SecondFactorStatus>;
  begin(person: Person): Promise<{ secret: string; uri: string }>;
  /** The three changes: each goes to the audit log and, where a mail server is set, to the person. */
  confirm(person: Person, code: string): Promise<{ recoveryCodes: string[] }>;
  renewCodes(person: Person): Promise<{ recoveryCodes: string[] }>;
  switchOff(person: Person): Promise<void>;
}

export interface SecondFactorServiceDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly secondFactors: SecondFactors;
  readonly mails: AccountMails;
}

type Trx = Transaction<Database>;

export function createSecondFactorService(deps: SecondFactorServiceDeps): SecondFactorService {
  const { postgres, clock, secondFactors, mails } = deps;

  async function read(trx: Trx, { userId }: Person) {
    const row = await trx
      .selectFrom('persons')
      .select(['email', 'confirmed_at', 'totp_secret_encrypted', 'totp_step', 'second_factor_at'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  }

  async function isRequired(trx: Trx): Promise<boolean> {
    const tenant = await trx.selectFrom('tenants').select('requires_second_factor').executeTakeFirstOrThrow();
    return tenant.requires_second_factor;
  }

  /** Only from off to on, or the other way round. */
  async function readWhile(trx: Trx, person: Person, expected: 'on' | 'off') {
    const row = await read(trx, person);
    const state = row.second_factor_at === null ? 'off' : 'on';
    if (state !== expected) throw new AppError(`second-factor-${state}`);
    return row;
  }

  function mail(email: string, change: 'on' | 'off' | 'new-codes', { userId, timeZone }: Person): void {
    const params = { change, at: new Date(clock.now()), timeZone };
    mails.warn({ userId, email }, { kind: 'account-change', params });
  }

  return {
    get: (person) =>
      postgres.withPerson(person, async (trx) => {
        const { second_factor_at } = await read(trx, person);
        const { left } = await trx
          .selectFrom('recovery_codes')
          .select((one) => one.fn.countAll<string>().as('left'))
          .where('user_id', '=', person.userId)
          .executeTakeFirstOrThrow();
        return {
          since: second_factor_at && instantFromMs(second_factor_at.getTime()),
          recoveryCodesLeft: Number(left),
          isRequired: await isRequired(trx),
        };
      }),

    begin: (person) =>
      postgres.withPerson(person, async (trx) => {
        const { email, confirmed_at } = await readWhile(trx, person, 'off');
        // Else it would lock the owner of the address out.
        if (confirmed_at === null) throw new AppError('email-not-confirmed');
        const secret = generateSecret();
        await trx
          .updateTable('persons')
          .set({ totp_secret_encrypted: secondFactors.encrypt(person, secret), totp_step: null })
          .where('id', '=', person.userId)
          .execute();
        return { secret, uri: generateURI({ issuer: ISSUER, label: email, secret }) };
      }),

    async confirm(person, code) {
      const { email, recoveryCodes } = await postgres.withPerson(person, async (trx) => {
        const row = await readWhile(trx, person, 'off');
        if (!row.totp_secret_encrypted) throw new AppError('second-factor-off');
        const totp_step = await secondFactors.stepOf(person, row, code);
        if (totp_step === undefined) throw new AppError('wrong-code', { field: 'code' });
        await trx
          .updateTable('persons')
          .set({ totp_step, second_factor_at: new Date(clock.now()) })
          .where('id', '=', person.userId)
          .execute();
        await record(trx, person, 'second-factor.switch-on');
        return { email: row.email, recoveryCodes: await replaceRecoveryCodes(trx, person) };
      });
      mail(email, 'on', person);
      return { recoveryCodes };
    },

    async renewCodes(person) {
      const { email, recoveryCodes } = await postgres.withPerson(person, async (trx) => {
        const row = await readWhile(trx, person, 'on');
        await record(trx, person, 'second-factor.renew-codes');
        return { email: row.email, recoveryCodes: await replaceRecoveryCodes(trx, person) };
      });
      mail(email, 'new-codes', person);
      return { recoveryCodes };
    },

    async switchOff(person) {
      const { email } = await postgres.withPerson(person, async (trx) => {
        const row = await readWhile(trx, person, 'on');
        if (await isRequired(trx)) throw new AppError('second-factor-required');
        await switchSecondFactorOff(trx, person.userId);
        await record(trx, person, 'second-factor.switch-off');
        return row;
      });
      mail(email, 'off', person);
    },
  };
}
