import { leaveOwnTenant } from '@tracker/schemas/contracts/own-tenants.contract';
import {
  acceptInvite,
  changeOwner,
  changeUserRole,
  invite,
  listInvites,
  listMadeByUser,
  listUsers,
  removeUser,
  validateInvite,
  withdrawInvite,
} from '@tracker/schemas/contracts/people.contract';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../http/caller.ts';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { Origin } from '../../http/origin.ts';
import { assertOwnTenant } from '../../http/own-tenant.ts';
import { type AcceptanceDeps, createAcceptanceService } from './acceptance-service.ts';
import { createInviteService, type InviteDeps } from './invites-service.ts';
import { createUserService, type UserDeps } from './users-service.ts';

type PeopleRouteDeps = InviteDeps &
  AcceptanceDeps &
  UserDeps & { readonly originOf: (request: FastifyRequest) => Origin };

export function peopleRoutes(router: ContractRouter, deps: PeopleRouteDeps): void {
  const invites = createInviteService(deps);
  const acceptance = createAcceptanceService(deps);
  const users = createUserService(deps);

  router.implement(invite, ({ principal, body, request }) => invites.invite(principal, body, callerOf(request)));
  router.implement(listInvites, async ({ principal, params }) => {
    assertOwnTenant(principal, params.tenantId);
    return invites.list(principal);
  });
  router.implement(withdrawInvite, ({ principal, params }) => invites.withdraw(principal, params.id));
  router.implement(validateInvite, ({ query, request }) => acceptance.look(query.token, callerOf(request)));
  router.implement(acceptInvite, async ({ body, request }) => {
    await acceptance.accept(body, deps.originOf(request));
    return { success: true as const };
  });

  router.implement(listUsers, async ({ principal, params }) => {
    assertOwnTenant(principal, params.tenantId);
    return users.list(principal);
  });
  router.implement(listMadeByUser, ({ principal, params }) => users.made(principal, params.id));
  const decidedOf = ({ keep, end }: { keep?: string | undefined; end?: string | undefined }) => ({
    ...{ keep: keep?.split(',') ?? [], end: end?.split(',') ?? [] },
  });
  router.implement(changeUserRole, ({ principal, params, query, body }) =>
    users.changeRole(principal, params.id, body.role, decidedOf(query)),
  );
  router.implement(removeUser, ({ principal, params, query }) => users.remove(principal, params.id, decidedOf(query)));
  router.implement(changeOwner, async ({ principal, params, body }) => {
    assertOwnTenant(principal, params.tenantId);
    return users.changeOwner(principal, body.userId);
  });
  router.implement(leaveOwnTenant, async ({ principal, params }) => {
    assertOwnTenant(principal, params.tenantId);
    await users.leave(principal);
  });
}
