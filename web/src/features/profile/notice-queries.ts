import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changePushDevice,
  listPushDevices,
  type PushSettings,
  removePushDevice,
  testPushDevice,
} from '@tracker/schemas/contracts/push.contract';
import { useEffect } from 'react';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { leavePush } from '../../push/leave-push.ts';
import { readThisBrowser, switchOn } from '../../push/this-browser.ts';

const BROWSER = 'this browser';

/** Other browsers come and go meanwhile: refetched whenever the screen opens. */
export const usePushDevices = () => useQuery({ ...contractQuery(listPushDevices, {}), staleTime: 0 });

/** A permission is changed in the browser's own settings: read again when it changes, and when the person comes back. */
export function useThisBrowser() {
  const queryClient = useQueryClient();
  useEffect(() => {
    let status: PermissionStatus | undefined;
    let isLeft = false;
    const reread = () => void queryClient.invalidateQueries({ queryKey: [BROWSER] });
    navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        if (isLeft) return;
        status = found;
        status.addEventListener('change', reread);
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
      status?.removeEventListener('change', reread);
    };
  }, [queryClient]);
  // Always: it asks the browser, not the server.
  return useQuery({
    queryKey: [BROWSER],
    queryFn: readThisBrowser,
    networkMode: 'always',
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

const useReload = () => useAskAgain(BROWSER, listPushDevices.path);

export const useSwitchOn = () => useMutation({ mutationFn: switchOn, networkMode: 'always', onSettled: useReload() });

/** The server first: what it no longer knows, no one calls. */
export const useSwitchOff = () =>
  useMutation({
    mutationFn: async (id: string) => {
      await call(removePushDevice, { params: { id } });
      await leavePush();
    },
    onSettled: useReload(),
  });

export const useRemoveDevice = () =>
  useMutation({ mutationFn: (id: string) => call(removePushDevice, { params: { id } }), onSettled: useReload() });

export const useChangeNotices = (id: string) =>
  useMutation({
    mutationFn: (body: PushSettings) => call(changePushDevice, { params: { id }, body }),
    onSuccess: useReload(),
  });

/** Also reloads the list: a device whose subscription ended is removed by the test. */
export const useTestNotice = (id: string) =>
  useMutation({ mutationFn: () => call(testPushDevice, { params: { id } }), onSettled: useReload() });
