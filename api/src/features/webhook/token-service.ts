// The tokens with which the APIs of checkouts are asked, and what came of the questions.
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { checkoutTokenAad } from '@tracker/infra/secrets/checkout-token';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { LOOK_UP_DAYS } from '@tracker/schemas/look-ups/limits';
import type { LookUpProblem, LookUpState } from '@tracker/schemas/look-ups/problems';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Instant, msFromInstant } from '@tracker/schemas/primitives/time';
import { lookUpProblemText } from '@tracker/schemas/texts/look-ups';
import type { Transaction } from 'kysely';
import type { Person, Principal } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import { holdAdmin, readMakers } from '../../store/made-by.ts';

export interface LookUpResult {
  readonly state: LookUpState;
  readonly problem: LookUpProblem | null;
}

export interface WebhookTokenService {
  /** By checkout, for those whose API is asked; null for the others. */
  list(principal: Principal): Promise<(checkout: CheckoutId) => WebhookKey['lookUp']>;
  set(person: Person, checkout: CheckoutId, given: { readonly token: string; readonly account: string }): Promise<void>;
  remove(person: Person, checkout: CheckoutId): Promise<void>;
  /** What became of these questions; undefined for one of long ago. */
  results(
    tenantId: TenantId,
    asked: readonly { readonly provider: string; readonly resource: string }[],
  ): Promise<(provider: string, resource: string) => LookUpResult | undefined>;
  /** Asks again, as if the delivery had just come. */
  again(
    person: Person,
    asked: { readonly provider: CheckoutId; readonly resource: string; readonly receivedAt: Instant },
  ): Promise<void>;
}

/** As much of a token as a person needs to know it by. */
const END_LENGTH = 4;

export function createWebhookTokenService({
  postgres,
  keyring,
  clock,
}: {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly clock: Clock;
}): WebhookTokenService {
  const fresh = () => {
    const nowMs = clock.now();
    const give_up_at = new Date(nowMs + LOOK_UP_DAYS * DAY_MS);
    return { state: 'waiting', attempts: 0, next_at: new Date(nowMs), give_up_at, problem: null } as const;
  };

  /** '' of one that does not decrypt; `ops keys rotate` reports it. */
  function endOf(tenantId: TenantId, checkout: CheckoutId, encrypted: Uint8Array): string {
    try {
      const token = Buffer.from(keyring.decrypt(encrypted, checkoutTokenAad(tenantId, checkout))).toString();
      return token.length > 4 * END_LENGTH ? token.slice(-END_LENGTH) : '';
    } catch {
      return '';
    }
  }

  return {
    async list({ tenantId }) {
      const { tokens, counts, makerOf } = await postgres.withTenant(tenantId, async (trx) => ({
        tokens: await trx.selectFrom('checkout_tokens').selectAll().execute(),
        counts: await countLookUps(trx),
        makerOf: await readMakers(trx),
      }));
      return (checkout) => {
        const { lookUp } = CHECKOUTS[checkout];
        if (!lookUp) return null;
        const token = tokens.find(({ provider }) => provider === checkout);
        const count = (state: LookUpState) =>
          Number(counts.find((one) => one.provider === checkout && one.state === state)?.count ?? 0);
        return {
          tokenEnd: token ? endOf(tenantId, checkout, token.token_encrypted) : null,
          account: lookUp.asksAccount ? (token?.account ?? '') : null,
          problem: token?.stop_reason ? lookUpProblemText(token.stop_reason) : null,
          madeBy: makerOf(token?.set_by),
          waiting: count('waiting'),
          failed: count('failed'),
        };
      };
    },

    async set(person, checkout, { token, account }) {
      const { lookUp } = CHECKOUTS[checkout];
      if (!lookUp) throw notFound();
      if (lookUp.asksAccount && account === '') throw new AppError('account-missing', { field: 'account' });
      const { tenantId } = person;
      const values = {
        token_encrypted: keyring.encrypt(token, checkoutTokenAad(tenantId, checkout)),
        account: lookUp.asksAccount ? account : '',
        set_at: new Date(clock.now()),
        set_by: person.userId,
        stop_reason: null,
        stopped_at: null,
      };
      await postgres.withTenant(tenantId, async (trx) => {
        await holdAdmin(trx, person);
        await trx
          .insertInto('checkout_tokens')
          .values({ tenant_id: tenantId, provider: checkout, ...values })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'provider']).doUpdateSet(values))
          .execute();
        // Another token may know what this one did not.
        await trx
          .updateTable('look_ups')
          .set(fresh())
          .where('provider', '=', checkout)
          .where('state', '<>', 'answered')
          .execute();
        await record(trx, person, 'webhook-token.set', { provider: checkout });
      });
    },

    async remove(person, checkout) {
      await postgres.withTenant(person.tenantId, async (trx) => {
        const removed = await trx.deleteFrom('checkout_tokens').where('provider', '=', checkout).executeTakeFirst();
        if (removed.numDeletedRows > 0n) await record(trx, person, 'webhook-token.remove', { provider: checkout });
      });
    },

    async results(tenantId, asked) {
      const resources = asked.map(({ resource }) => resource);
      const rows =
        resources.length === 0
          ? []
          : await postgres.withTenant(tenantId, (trx) =>
              trx
                .selectFrom('look_ups')
                .leftJoin('checkout_tokens', (join) =>
                  join
                    .onRef('checkout_tokens.tenant_id', '=', 'look_ups.tenant_id')
                    .onRef('checkout_tokens.provider', '=', 'look_ups.provider'),
                )
                .select(['look_ups.provider', 'resource', 'state', 'problem', 'stop_reason', 'token_encrypted'])
                .where('resource', 'in', resources)
                .execute(),
            );
      return (provider, resource) => {
        const row = rows.find((one) => one.provider === provider && one.resource === resource);
        if (!row) return undefined;
        const missing: LookUpProblem | null = row.token_encrypted === null ? { code: 'token_missing' } : null;
        const problem = row.state === 'waiting' ? (missing ?? row.stop_reason ?? row.problem) : row.problem;
        return { state: row.state, problem };
      };
    },

    async again({ tenantId }, { provider, resource, receivedAt }) {
      const wanted_at = new Date(msFromInstant(receivedAt));
      await postgres.withTenant(tenantId, (trx) =>
        trx
          .insertInto('look_ups')
          .values({ tenant_id: tenantId, provider, resource, wanted_at, ...fresh() })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'provider', 'resource']).doUpdateSet(fresh()))
          .execute(),
      );
    },
  };
}

const countLookUps = (trx: Transaction<Database>) =>
  trx
    .selectFrom('look_ups')
    .select(({ fn }) => ['provider', 'state', fn.countAll<string>().as('count')])
    .where('state', '<>', 'answered')
    .groupBy(['provider', 'state'])
    .execute();
