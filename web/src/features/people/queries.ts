import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  acceptInvite,
  changeOwner,
  changeUserRole,
  type InvitedRole,
  invite,
  listInvites,
  listMadeByUser,
  listUsers,
  removeUser,
  validateInvite,
  withdrawInvite,
} from '@tracker/schemas/contracts/people.contract';
import type { UserId } from '@tracker/schemas/primitives/ids';
import type { Role } from '@tracker/schemas/roles';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { useCreating } from '../../data/use-creating.ts';

/** Users change rarely, and often by others: refetched whenever the screen opens. */
const onOpening = { staleTime: 0 } as const;

export const useUsers = (tenantId: string) =>
  useQuery({ ...contractQuery(listUsers, { params: { tenantId } }), ...onOpening });

export const useInvites = (tenantId: string) =>
  useQuery({ ...contractQuery(listInvites, { params: { tenantId } }), ...onOpening });

/** The two lists of the screen are asked for again after every change (specification §4). */
const useReload = () => useAskAgain(listUsers.path, listInvites.path);

export const useInvite = () =>
  useMutation({
    mutationFn: useCreating(invite, (body: { email: string; role: InvitedRole }) => ({ body })),
    onSuccess: useReload(),
  });

interface Callbacks {
  onSuccess: () => void;
  onError: (error: Error) => void;
}

/**
 * A change of an entry that may take the entry away. What is shown about it belongs to the mutation and not to the row that
 * asked: the row is gone when the lists have come. They come also after a failure: another person may have been faster.
 */
function useEntryChange<Variables>(change: (variables: Variables) => Promise<unknown>, reported: Callbacks) {
  const reload = useReload();
  return useMutation({ mutationFn: change, ...reported, onSettled: reload });
}

export const useWithdrawInvite = (id: string, reported: Callbacks) =>
  useEntryChange<void>(() => call(withdrawInvite, { params: { id } }), reported);

/** Ids of what goes on although it lets something out, and of what ends although it does not. */
export interface Decided {
  readonly keep: readonly string[];
  readonly end: readonly string[];
}

const asked = ({ keep, end }: Decided) => ({
  ...(keep.length > 0 && { keep: keep.join(',') }),
  ...(end.length > 0 && { end: end.join(',') }),
});

export const useChangeRole = (id: string, reported: Callbacks) =>
  useEntryChange<{ readonly role: Role; readonly decided: Decided }>(
    ({ role, decided }) => call(changeUserRole, { params: { id }, query: asked(decided), body: { role } }),
    reported,
  );

export const useRemoveUser = (id: string, reported: Callbacks) =>
  useEntryChange<Decided>((decided) => call(removeUser, { params: { id }, query: asked(decided) }), reported);

export const useChangeOwner = (tenantId: string, user: { readonly id: UserId }, reported: Callbacks) =>
  useEntryChange<void>(() => call(changeOwner, { params: { tenantId }, body: { userId: user.id } }), reported);

/** Asked when an administrator is to be removed or demoted. */
export const useMadeBy = (id: string) => {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...contractQuery(listMadeByUser, { params: { id } }), staleTime: 0 });
};

/** Of one opening of the link: nothing of it is kept for the next. */
export const useInviteView = (token: string) =>
  useQuery({ ...contractQuery(validateInvite, { query: { token } }), staleTime: 0, gcTime: 0 });

export const useAcceptInvite = (token: string) =>
  useMutation({
    mutationFn: (person: { firstName?: string; lastName?: string; password?: string }) =>
      call(acceptInvite, { body: { token, ...person } }),
    meta: { public: true },
  });
