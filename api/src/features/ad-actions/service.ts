// What people want of ads at their platform. A wish is checked against the platform and kept here; the worker does it, once
// (processor/worker/src/ad-actions).
import type { FigureDeps } from '@tracker/figures/plan';
import {
  type AdObjectControl,
  type AdPlatform,
  type AdPlatforms,
  type ControlledObject,
  platformOf,
} from '@tracker/infra/ad-platforms/ad-platform';
import { type ConnectionStore, createConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { createTokenBuckets } from '@tracker/infra/http/token-buckets';
import { randomId, randomText } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Database } from '@tracker/infra/postgres/database';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import {
  AD_ACTIONS_WAITING_MAX,
  type AdActionKind,
  type AdEvidence,
  type AdState,
  type AdWish,
  isSameFor,
  wishBack,
} from '@tracker/schemas/ad-platforms/ad-action';
import type { askAction, ListedAction, listActions } from '@tracker/schemas/contracts/ad-actions.contract';
import { PASSWORD_FIELDS } from '@tracker/schemas/effects';
import { Currency, ZERO } from '@tracker/schemas/primitives/money';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { adActionAnswers } from '@tracker/schemas/texts/ad-actions';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { assertFresh, type Person } from '../../http/access.ts';
import { createAskPlatform } from '../../http/ask-platform.ts';
import type { Page } from '../../http/page.ts';
import { record } from '../../store/audit.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { readLatest } from '../../store/latest-ad-objects.ts';
import { changeLocked } from '../../store/taken-name.ts';
import { assertWithinLimit, raisedBy } from './budget-limit.ts';
import { evidenceOf } from './evidence.ts';
import { type ActionRow, toListed, undoEndsMs } from './to-listed.ts';
import { budgetMeanwhile, switchedMeanwhile, wishOf } from './wish.ts';

export interface AdActionService {
  /** 404 for an object of no linked account, 409 when the platform differs, 422 when it cannot be so. */
  ask(
    person: Person,
    object: z.output<(typeof askAction)['params']>,
    asked: z.output<(typeof askAction)['body']>,
  ): Promise<{ id: string }>;
  undo(person: Person, id: string): Promise<{ id: string }>;
  list(person: Person, query: z.output<(typeof listActions)['query']>): Promise<Page<ListedAction>>;
}

export interface AdActionDeps extends Omit<FigureDeps, 'campaignNames'> {
  readonly campaigns: CampaignRepository;
  readonly adPlatforms: AdPlatforms;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Each asks the platform, whose calls all tenants share: a selection at once, and then one a second. */
export const AD_ACTIONS_RATE = { perSecond: 1, burst: 60 };

type Trx = Transaction<Database>;

interface Target extends ControlledObject {
  readonly parentId: string | null;
  readonly platform: AdPlatform & { readonly control: AdObjectControl };
  readonly name: string;
  readonly connections: ConnectionStore;
}

interface Wished {
  readonly action: AdActionKind;
  readonly wish: AdWish;
  readonly before: AdState;
  readonly evidence: AdEvidence | null;
  readonly key: string;
  readonly undoes: string | null;
}

export function createAdActionService(deps: AdActionDeps): AdActionService {
  const { postgres, adPlatforms, clock, logger } = deps;
  const buckets = createTokenBuckets(AD_ACTIONS_RATE);
  const figures: FigureDeps = {
    ...deps,
    campaignNames: ({ tenantId }, ids) => deps.campaigns.namesOf(tenantId, ids),
  };

  /** 404 for what no sync has seen, and for what is in an account that is not linked any more. */
  async function find(
    { tenantId }: Person,
    { platform: platformId, level, id }: Pick<Target, 'level' | 'id'> & { readonly platform: string },
  ): Promise<Target> {
    const platform = platformOf(adPlatforms, platformId);
    const { control } = platform ?? {};
    if (!platform || !control) throw notFound();
    return postgres.withTenant(tenantId, async (trx) => {
      const [object] = await readLatest(trx, { platforms: [platformId], level, ids: [id] });
      const link =
        object &&
        (await trx
          .selectFrom('ad_platform_campaign_links')
          .select('currency')
          .where('platform', '=', platformId)
          .where('ad_account_id', '=', object.ad_account_id)
          .executeTakeFirst());
      if (!link) throw notFound();
      return {
        ...{ level, id, adAccountId: object.ad_account_id, parentId: object.parent_id },
        ...{ name: object.name, currency: Currency.parse(link.currency) },
        platform: { ...platform, control },
        connections: createConnectionStore(deps, platformId),
      };
    });
  }

  /** As the platform has it now; 409 without the permission to change it. */
  async function read({ tenantId }: Person, target: Target): Promise<AdState> {
    const { platform, connections } = target;
    const waitSeconds = buckets.take(tenantId, clock.now());
    if (waitSeconds > 0) throw new AppError('too-many-ad-actions', { retryAfterSeconds: waitSeconds });
    const connection = await connections.find(tenantId);
    if (connection?.isAlive && !connection.canAct) {
      throw new AppError('ad-action-not-permitted', {
        params: { sentence: adActionAnswers.notPermitted(platform.descriptor) },
      });
    }
    const ask = createAskPlatform(platform, connections);
    const { name: _, ...state } = await ask(tenantId, (token) => platform.control.read(token, target));
    return state;
  }

  const keep = (person: Person, target: Target, wished: Wished) =>
    changeLocked(postgres, person.tenantId, 'adActions', async (trx) => {
      const { wish, before, key, undoes } = wished;
      const repeated = await findRepeated(trx, target, wished);
      if (repeated) return repeated;
      await assertRoom(trx, target);
      const day = dayOf(clock.now(), person.timeZone);
      const { level, id: object_id, adAccountId, currency, name } = target;
      const { descriptor, control } = target.platform;
      const platform = descriptor.id;
      const isOn = (status: string) => control.switchOf(status) === 'on';
      const spender = { platform, level, object_id, parent_id: target.parentId, isOn };
      // What leads back is no new money: it was there within the same day.
      const raised = undoes === null ? await raisedBy(trx, { ...person, day }, spender, wish, before) : ZERO;
      await assertWithinLimit(trx, day, raised);
      const id = randomId('aa');
      const now = new Date(clock.now());
      await trx
        .insertInto('ad_actions')
        .values({
          ...{ tenant_id: person.tenantId, id, asked_key: key, user_id: person.userId, platform, level, object_id },
          user_name: sql<string>`(SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = ${person.userId})`,
          ...{ ad_account_id: adAccountId, currency, name, action: wished.action, wish, before, raised, day, undoes },
          ...{ evidence: wished.evidence, after: null, problem: null, asked_at: now, next_at: now },
        })
        .execute();
      await record(trx, person, AUDITED[undoes === null ? wished.action : 'undo'], {
        ...{ platform, level, objectId: object_id, name, actionId: id },
        ...('budget' in wish && { from: textOf(before.budget), to: textOf(wish.budget) }),
        ...(undoes !== null && { undoes }),
      });
      return { id };
    });

  /** Figures that cannot be read now are no reason to let an ad run on. */
  const evidence = (person: Person, target: Target): Promise<AdEvidence | null> =>
    evidenceOf(figures, person.asker, target).catch((err: unknown) => {
      logger.warn(
        { event: 'ad-action.evidence.failed', err, tenantId: person.tenantId },
        'figures behind an action of a person not read; the action is kept without them',
      );
      return null;
    });

  return {
    async ask(person, object, asked) {
      // What may cost more asks for the password; what ends spending never does.
      if (asked.action in PASSWORD_FIELDS['ad-actions.ask']) assertFresh(person, clock.now());
      const target = await find(person, object);
      const { action, key = randomText(22) } = asked;
      const done = await postgres.withTenant(person.tenantId, (trx) => findRepeated(trx, target, { action, key }));
      if (done) return done;
      const before = await read(person, target);
      const wish = wishOf(asked, before, target.platform.descriptor, target.platform.control);
      return keep(person, target, {
        ...{ action, wish, before, key, undoes: null, evidence: await evidence(person, target) },
      });
    },

    async undo(person, id) {
      const undone = await postgres.withTenant(person.tenantId, (trx) => readAction(trx, id));
      if (!undone) throw notFound();
      if (undone.undone_by !== null) return { id: undone.undone_by };
      const wish = wishBack(undone.wish, undone.before);
      const { after } = undone;
      if (!wish || !after || (undoEndsMs(undone) ?? 0) <= clock.now()) throw new AppError('ad-action-ended');
      if ('budget' in wish) assertFresh(person, clock.now());
      const target = await find(person, { platform: undone.platform, level: undone.level, id: undone.object_id });
      const before = await read(person, target);
      const { descriptor } = target.platform;
      if (!isSameFor(wish, after, before)) {
        throw 'budget' in wish ? budgetMeanwhile(descriptor) : switchedMeanwhile(before, descriptor);
      }
      const action = 'budget' in wish ? 'budget' : wish.switch === 'on' ? 'resume' : 'pause';
      return keep(person, target, { action, wish, before, key: randomText(22), undoes: id, evidence: null });
    },

    list: ({ tenantId }, { limit, cursor }) =>
      postgres.withTenant(tenantId, async (trx) => {
        let page = withUndo(trx);
        if (cursor) {
          const at = new Date(cursor.ms);
          page = page.where(({ eb, refTuple, tuple }) => eb(refTuple('a.asked_at', 'a.id'), '<', tuple(at, cursor.id)));
        }
        const rows = await page
          .orderBy('a.asked_at', 'desc')
          .orderBy('a.id', 'desc')
          .limit(limit + 1)
          .execute();
        const { total } = await trx
          .selectFrom('ad_actions')
          .select(({ fn }) => fn.countAll<string>().as('total'))
          .executeTakeFirstOrThrow();
        const shown = rows.slice(0, limit);
        const last = rows.length > limit ? shown.at(-1) : undefined;
        return {
          items: shown.map((row) => toListed(row, { adPlatforms, nowMs: clock.now() })),
          total: Number(total),
          next: last && { ms: last.asked_at.getTime(), id: last.id },
        };
      }),
  };
}

const AUDITED = {
  pause: 'ad-object.pause',
  resume: 'ad-object.resume',
  budget: 'ad-object.set-budget',
  undo: 'ad-object.undo',
} as const;

const textOf = (budget: AdState['budget']): string | null => budget && `${budget.currency} ${budget.amount}`;

/** What the same click asked for before; 409 where the key was for something else. */
async function findRepeated(
  trx: Trx,
  { platform, level, id }: Target,
  { action, key }: Pick<Wished, 'action' | 'key'>,
): Promise<{ id: string } | undefined> {
  const row = await trx
    .selectFrom('ad_actions')
    .select(['id', 'platform', 'level', 'object_id', 'action'])
    .where('asked_key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  const isSame =
    row.platform === platform.descriptor.id && row.level === level && row.object_id === id && row.action === action;
  if (!isSame) throw new AppError('ad-action-waiting');
  return { id: row.id };
}

/** 409 while another one of the object is open, 429 when very many are. */
async function assertRoom(trx: Trx, { platform, level, id }: Target): Promise<void> {
  const open = await trx
    .selectFrom('ad_actions')
    .select(['platform', 'level', 'object_id'])
    .where('state', 'in', ['queued', 'sent'])
    .execute();
  if (open.length >= AD_ACTIONS_WAITING_MAX) throw new AppError('too-many-ad-actions');
  const isOpen = open.some(
    (row) => row.platform === platform.descriptor.id && row.level === level && row.object_id === id,
  );
  if (isOpen) throw new AppError('ad-action-waiting');
}

/** With the action that undid it, or is about to. */
const withUndo = (trx: Trx) =>
  trx
    .selectFrom('ad_actions as a')
    .leftJoin('ad_actions as u', (join) => join.onRef('u.undoes', '=', 'a.id').on('u.state', '<>', 'refused'))
    .selectAll('a')
    .select('u.id as undone_by');

const readAction = (trx: Trx, id: string): Promise<(ActionRow & { undone_by: string | null }) | undefined> =>
  withUndo(trx).where('a.id', '=', id).executeTakeFirst();
