// The only places where an asker comes from: what knows who is there makes one, and passes it on.
import { type Action, READER_ACTIONS } from '@tracker/schemas/actions';
import { FigureFilters } from '@tracker/schemas/figures/figure-query';
import { type Asker, EVERYTHING, type Within } from './asker.ts';
import type { Tenant } from './tenant.ts';

const make = ({
  turn,
  ...asker
}: Pick<Asker, 'tenants' | 'within' | 'actions'> & Partial<Pick<Asker, 'turn'>>): Asker =>
  ({ ...asker, turn: turn ?? asker.tenants[0].tenantId }) as Asker;

const only = ({ tenantId, timeZone }: Tenant): readonly [Tenant] => [{ tenantId, timeZone }];

/** A member of the tenant, by what their role may do. */
export const askerOfSession = (tenant: Tenant, actions: readonly Action[]): Asker =>
  make({ tenants: only(tenant), within: EVERYTHING, actions });

/** A member of several tenants: its caller has proven each membership. All questions are by the turn of the person. */
export const askerOfPerson = (personId: string, tenants: Asker['tenants'], actions: readonly Action[]): Asker =>
  make({
    tenants: tenants.map(({ tenantId, timeZone }) => ({ tenantId, timeZone })) as unknown as Asker['tenants'],
    within: EVERYTHING,
    ...{ actions, turn: personId },
  });

/** A program of the tenant, by the scopes of its key. */
export const askerOfKey = (tenant: Tenant, actions: readonly Action[]): Asker =>
  make({ tenants: only(tenant), within: EVERYTHING, actions });

/** The holder of a link, who sees what was shared with it. @throws ZodError for a filter that no question could have: without values it would filter nothing */
export const askerOfLink = (tenant: Tenant, within: Within): Asker =>
  make({ tenants: only(tenant), within: { ...within, ...FigureFilters.parse(within) }, actions: READER_ACTIONS });

/** A job that asks for the tenant itself. */
export const askerOfWorker = (tenant: Tenant): Asker =>
  make({ tenants: only(tenant), within: EVERYTHING, actions: ['read-shared', 'read'] });
