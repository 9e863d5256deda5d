import { Link } from '@tanstack/react-router';
import { FACEBOOK } from '@tracker/schemas/ad-platforms/facebook';
import { hasRole } from '@tracker/schemas/roles';
import { ConnectionCard } from '../features/ad-platforms/connection-card.tsx';
import { PlatformContext } from '../features/ad-platforms/platform.ts';
import { useConnectionStatus } from '../features/ad-platforms/queries.ts';
import { useSession } from '../features/auth/auth.ts';
import { Button } from '../ui/button.tsx';

/** Connect an ad account, and link its campaigns; or enter what they cost. */
export function SpendStep() {
  const { user } = useSession();
  return (
    <>
      {hasRole(user.role, 'admin') ? (
        <PlatformContext value={FACEBOOK}>
          <Connection />
        </PlatformContext>
      ) : (
        <p className="text-soft-ink">Um administrador conecta a conta de anúncios na tela Facebook Ads.</p>
      )}
      <p className="text-[13px] text-muted">
        Anuncia em outro lugar? Lance ou importe os gastos em{' '}
        <Link to="/campaigns" className="font-medium text-accent underline underline-offset-2">
          Campaigns
        </Link>
        .
      </p>
    </>
  );
}

function Connection() {
  const status = useConnectionStatus();
  return (
    <>
      <ConnectionCard query={status} />
      {status.data?.connected && (
        <Button asChild className="self-start">
          <Link to="/facebook">Escolher a conta e conectar as campanhas</Link>
        </Button>
      )}
    </>
  );
}
