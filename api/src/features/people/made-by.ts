// What a person set up that goes on without them: one entry for each kind says how it is found and ended (ADR 138). All of a kind ends at one place, so that
// no way out of a tenant leaves something behind.
import type { Database } from '@tracker/infra/postgres/database';
import type { MadeByPerson } from '@tracker/schemas/contracts/people.contract';
import { letsOut, type MadeKind } from '@tracker/schemas/effects';
import type { Transaction } from 'kysely';
import type { Person } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import { type EndConnectionDeps, endConnection, type GiveBack } from '../../store/end-connection.ts';
import { giveUpWaiting } from '../../store/outbox.ts';

type Trx = Transaction<Database>;
type Found = Pick<MadeByPerson, 'id' | 'name' | 'hint'>;

interface Kind {
  find(trx: Trx, userId: string): Promise<Found[]>;
  /** May give what is to be done after the transaction. */
  end(trx: Trx, deps: EndConnectionDeps, person: Person, found: Found): Promise<GiveBack | undefined>;
}

/** What the administrator decided: by default what lets something out ends, and nothing else does. */
export interface Decided {
  readonly keep: readonly string[];
  readonly end: readonly string[];
}
export const NOTHING_KEPT: Decided = { keep: [], end: [] };

const KINDS: Readonly<Record<MadeKind, Kind>> = {
  'api-key': {
    async find(trx, userId) {
      const keys = trx.selectFrom('api_keys').select(['id', 'name', 'hint']).where('created_by', '=', userId);
      return (await keys.orderBy('created_at').orderBy('id').execute()).map((key) => ({
        ...key,
        hint: `${key.hint}…`,
      }));
    },
    async end(trx, _, person, { id, name }) {
      await trx.deleteFrom('api_keys').where('id', '=', id).execute();
      await record(trx, person, 'api-key.revoke', { name });
      return undefined;
    },
  },
  postback: {
    async find(trx, userId) {
      const rows = await destinationsOf(trx, userId).where('kind', '=', 'postback').execute();
      return rows.map(({ id, name, url_template }) => ({ id, name, hint: hostOf(url_template ?? '') }));
    },
    async end(trx, deps, person, { id, name }) {
      await switchOff(trx, deps, id);
      await record(trx, person, 'postback.edit', { name, fields: ['enabled'] });
      return undefined;
    },
  },
  pixel: {
    async find(trx, userId) {
      const rows = await destinationsOf(trx, userId).where('kind', '=', 'conversions-api').execute();
      return rows.map(({ id, platform }) => ({ id, name: platform ?? '', hint: '' }));
    },
    async end(trx, deps, person, { id, name }) {
      await switchOff(trx, deps, id);
      await record(trx, person, 'pixel.set', { platform: name, fields: ['enabled'] });
      return undefined;
    },
  },
  connection: {
    async find(trx, userId) {
      const rows = trx.selectFrom('ad_platform_connections').select(['platform', 'account_name']);
      return (await rows.where('connected_by', '=', userId).orderBy('platform').execute()).map(
        ({ platform, account_name }) => ({ id: `connection-${platform}`, name: platform, hint: account_name }),
      );
    },
    end: (trx, deps, person, { name }) => endConnection(trx, deps, person, name),
  },
  'webhook-secret': {
    async find(trx, userId) {
      const rows = trx.selectFrom('webhook_secrets').select('provider').where('set_by', '=', userId);
      return (await rows.orderBy('provider').execute()).map(({ provider }) => ofCheckout('secret', provider));
    },
    async end(trx, _, person, { name }) {
      await trx.deleteFrom('webhook_secrets').where('provider', '=', name).execute();
      await record(trx, person, 'webhook-secret.remove', { provider: name });
      return undefined;
    },
  },
  'webhook-token': {
    async find(trx, userId) {
      const rows = trx.selectFrom('checkout_tokens').select('provider').where('set_by', '=', userId);
      return (await rows.orderBy('provider').execute()).map(({ provider }) => ofCheckout('token', provider));
    },
    async end(trx, _, person, { name }) {
      await trx.deleteFrom('checkout_tokens').where('provider', '=', name).execute();
      await record(trx, person, 'webhook-token.remove', { provider: name });
      return undefined;
    },
  },
};

const ALL = Object.entries(KINDS) as [MadeKind, Kind][];

/** Inside `withTenant`. */
export async function madeBy(trx: Trx, userId: string): Promise<MadeByPerson[]> {
  const made: MadeByPerson[] = [];
  for (const [kind, { find }] of ALL) {
    made.push(...(await find(trx, userId)).map((found) => ({ ...found, kind, letsOut: letsOut(kind) })));
  }
  return made;
}

/** Inside `withTenant`; what it gives is called after the transaction. */
export async function endMadeBy(
  trx: Trx,
  deps: EndConnectionDeps,
  person: Person,
  userId: string,
  { keep, end }: Decided,
): Promise<GiveBack[]> {
  const later: GiveBack[] = [];
  for (const made of await madeBy(trx, userId)) {
    if (made.letsOut ? keep.includes(made.id) : !end.includes(made.id)) continue;
    const giveBack = await KINDS[made.kind].end(trx, deps, person, made);
    if (giveBack) later.push(giveBack);
  }
  return later;
}

/** Those that send now, and that the person made, set last or switched on. */
const destinationsOf = (trx: Trx, userId: string) =>
  trx
    .selectFrom('destinations')
    .select(['id', 'name', 'platform', 'url_template'])
    .where((where) => where.or([where('created_by', '=', userId), where('changed_by', '=', userId)]))
    .where('is_on', '=', true)
    .orderBy('created_at')
    .orderBy('id');

async function switchOff(trx: Trx, { clock }: EndConnectionDeps, id: string): Promise<void> {
  await trx.updateTable('destinations').set({ is_on: false }).where('id', '=', id).execute();
  await giveUpWaiting(trx, id, clock.now());
}

const ofCheckout = (what: 'secret' | 'token', provider: string): Found => ({
  ...{ id: `${what}-${provider}`, name: provider, hint: '' },
});

/** Not the whole address: a person may have put a key into it. */
const hostOf = (template: string): string => /^https?:\/\/([^/?#]+)/i.exec(template)?.[1] ?? '';
