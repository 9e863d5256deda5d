import { readCosts } from '@tracker/figures/read-costs';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { figuresChanged } from '@tracker/infra/postgres/figure-versions';
import { COSTS_MAX, type Cost, type CostChange, NewCost } from '@tracker/schemas/contracts/costs.contract';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Person, Principal } from '../../http/access.ts';
import { validate } from '../../http/validate.ts';
import { assertUnchanged } from '../../store/assert-unchanged.ts';
import { record } from '../../store/audit.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { changeLocked } from '../../store/taken-name.ts';

export interface CostService {
  list(principal: Principal): Promise<Cost[]>;
  /** 404 for a campaign that the tenant does not have; 409 for a second one of the same day, and beyond `COSTS_MAX`. */
  create(person: Person, cost: NewCost): Promise<Cost>;
  change(person: Person, id: string, change: z.output<typeof CostChange>): Promise<Cost>;
  remove(person: Person, id: string): Promise<void>;
}

export interface CostDeps {
  readonly postgres: Postgres;
  readonly campaigns: CampaignRepository;
  readonly clock: Clock;
}

export function createCostService({ postgres, campaigns, clock }: CostDeps): CostService {
  /** One change of a tenant at a time, and open screens refetch afterwards. */
  async function change<Result>(person: Person, work: (trx: Transaction<Database>) => Promise<Result>) {
    const result = await changeLocked(postgres, person.tenantId, 'costs', work);
    await figuresChanged(postgres.sql, [person.tenantId]);
    return result;
  }

  const valuesOf = (person: Person, cost: NewCost) => ({
    kind: cost.kind,
    first_day: cost.from,
    last_day: cost.until ?? null,
    percent: cost.percent ?? null,
    fixed: cost.fixed ?? null,
    source: cost.source ?? null,
    checkout: cost.checkout ?? null,
    product_id: cost.productId ?? null,
    campaign_id: cost.campaignId ?? null,
    every: cost.every ?? null,
    note: cost.note ?? '',
    changed_by: person.userId,
    changed_at: new Date(clock.now()),
  });

  /** As stored. */
  async function one(trx: Transaction<Database>, id: string): Promise<Cost> {
    const found = (await readCosts(trx)).find((cost) => cost.id === id);
    if (!found) throw notFound();
    return found;
  }

  return {
    list: ({ tenantId }) => postgres.withTenant(tenantId, readCosts),

    async create(person, cost) {
      if (cost.campaignId) await campaigns.assertExists(person.tenantId, cost.campaignId);
      return change(person, async (trx) => {
        if ((await readCosts(trx)).length >= COSTS_MAX) {
          throw new AppError('too-many-costs', { params: { max: COSTS_MAX } });
        }
        const id = randomId('co');
        await trx
          .insertInto('costs')
          .values({ tenant_id: person.tenantId, id, ...valuesOf(person, cost) })
          .execute();
        const stored = await one(trx, id);
        await record(trx, person, 'cost.create', detailsOf(stored));
        return stored;
      });
    },

    async change(person, id, given) {
      if (given.campaignId) await campaigns.assertExists(person.tenantId, given.campaignId);
      return change(person, async (trx) => {
        const { id: _, note, ...before } = await one(trx, id);
        assertUnchanged(given, { ...before, note });
        const { seen: _seen, ...values } = given;
        const after = validate(NewCost, { ...before, note, ...defined(values) });
        await trx.updateTable('costs').set(valuesOf(person, after)).where('id', '=', id).execute();
        const stored = await one(trx, id);
        await record(trx, person, 'cost.edit', { ...detailsOf(stored), before });
        return stored;
      });
    },

    remove: (person, id) =>
      change(person, async (trx) => {
        const gone = await one(trx, id);
        await trx.deleteFrom('costs').where('id', '=', id).execute();
        await record(trx, person, 'cost.remove', detailsOf(gone));
      }),
  };
}

/** For the audit log, whose rows are never changed: all but the note. */
const detailsOf = ({ note: _, ...cost }: Cost): Partial<Cost> => cost;

const defined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
