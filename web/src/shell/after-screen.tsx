import { CloudOff } from 'lucide-react';
import { lazy } from 'react';
import { useAsOf } from '../data/as-of.ts';
import { formatInstantTime } from '../format/instants.ts';
import { useOffline } from '../offline/use-offline.ts';
import { PushOfApp } from '../push/push-of-app.tsx';
import { useSession } from '../session/session.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Keyboard } from './keyboard.tsx';
import { useOfferedInvite } from './offered-invite.ts';
import { PasswordPrompt } from './password-prompt.tsx';

/** Above every screen while it shows recalled figures; else it prepares for that time. */
function RecalledNote() {
  const session = useSession();
  const asOf = useAsOf();
  useOffline(session, asOf !== undefined);
  return (
    asOf !== undefined && (
      <p
        role="status"
        className="mb-4 flex items-center gap-2 rounded-lg bg-warn-soft px-3 py-2 font-medium text-[13px] text-warn"
      >
        <CloudOff size={16} aria-hidden className="shrink-0" />
        Sem conexão. Estes são os números de {formatInstantTime(new Date(asOf).toISOString(), session.tenant.timeZone)}.
      </p>
    )
  );
}

const InviteOffer = lazy(() => import('./invite-offer.tsx'));

function OfferedInvite() {
  const token = useOfferedInvite();
  return (
    token !== undefined && (
      <LatePart>
        <InviteOffer token={token} />
      </LatePart>
    )
  );
}

/** What comes after the screen: preparations for the time without a network, notices of sales, the keyboard's shortcuts, the password that some calls need again. */
export default function AfterScreen() {
  return (
    <>
      <RecalledNote />
      <PushOfApp />
      <Keyboard />
      <PasswordPrompt />
      <OfferedInvite />
    </>
  );
}
