import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changePassword,
  changeProfile,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
  type PasswordChange,
  type ProfileChange,
} from '@tracker/schemas/contracts/profile.contract';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  switchSecondFactorOff,
} from '@tracker/schemas/contracts/second-factor.contract';
import type { z } from 'zod';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { useCreating } from '../../data/use-creating.ts';
import { recheck } from '../../session/session.ts';

/** Other browsers sign in and out meanwhile: refetched whenever the screen opens. */
export const useSessions = () => useQuery({ ...contractQuery(listSessions, {}), staleTime: 0 });

export const useProfile = () => useQuery({ ...contractQuery(getProfile, {}), staleTime: 0 });

export function useChangeProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof ProfileChange>) => call(changeProfile, { body }),
    // The name is in the menu too.
    onSuccess: () => recheck(queryClient),
  });
}

const useReloadSessions = () => useAskAgain(listSessions.path);

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: z.input<typeof PasswordChange>) => call(changePassword, { body }),
    onSuccess: useReloadSessions(),
  });

export const useEndOtherSessions = () =>
  useMutation({ mutationFn: () => call(endOtherSessions, {}), onSettled: useReloadSessions() });

export const useEndSession = () => {
  const reload = useReloadSessions();
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    // Also when it failed: it may have ended by itself.
    onSettled: reload,
  });
};

export const useSecondFactor = () => useQuery({ ...contractQuery(getSecondFactor, {}), staleTime: 0 });

/** What is asked for before a fresh password depends on it, too. */
export function useReloadSecondFactor() {
  const queryClient = useQueryClient();
  const reload = useAskAgain(getSecondFactor.path);
  return async () => {
    await recheck(queryClient);
    await reload();
  };
}

// Secrets and codes are in the answers: they leave the memory with their dialogs.
export const useBeginSecondFactor = () => useMutation({ mutationFn: () => call(beginSecondFactor, {}), gcTime: 0 });

export const useConfirmSecondFactor = () =>
  useMutation({ mutationFn: (code: string) => call(confirmSecondFactor, { body: { code } }), gcTime: 0 });

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: useCreating<typeof renewRecoveryCodes, void>(renewRecoveryCodes, () => ({})),
    onSuccess: useAskAgain(getSecondFactor.path),
    gcTime: 0,
  });

export const useSwitchSecondFactorOff = () =>
  useMutation({ mutationFn: () => call(switchSecondFactorOff, {}), onSettled: useReloadSecondFactor() });
