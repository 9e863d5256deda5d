import { useNavigate } from '@tanstack/react-router';
import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { useEffect } from 'react';
import type { OpenMessage } from '../offline/push-notices.ts';
import { useSession } from '../session/session.ts';
import { refreshPush } from './this-browser.ts';

/** Keeps the notices of this browser those of the person who is signed in, and opens the screen of a notice that was pressed. */
export function PushOfApp() {
  const { user, tenant } = useSession();
  const navigate = useNavigate();
  const owner = `${user.id} ${tenant.id}`;
  useEffect(() => {
    // Without an answer it stays as it is, until the product opens again.
    refreshPush().catch(() => undefined);
  }, [owner]);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    const listen = ({ data }: MessageEvent<Partial<OpenMessage> | null>) => {
      if (data?.kind !== 'open' || data.path === undefined) return;
      // Of another company: it loads again.
      if (data.path.includes(`${TENANT_PARAMETER}=`) && !data.path.includes(tenant.id))
        window.location.assign(data.path);
      else void navigate({ href: data.path });
    };
    worker?.addEventListener('message', listen);
    return () => worker?.removeEventListener('message', listen);
  }, [navigate, tenant.id]);
  return null;
}
