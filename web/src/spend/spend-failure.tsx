import { Link } from '@tanstack/react-router';
import { AD_PLATFORMS } from '@tracker/schemas/ad-platforms/ad-platforms';
import { CircleAlert } from 'lucide-react';
import { CallError } from '../data/call.ts';
import { useMayOpen } from '../session/session.ts';

/** A toast disappears; the advice after a failed sync stays. A sync that is running already needs no advice. */
export default function SpendFailure({ failure }: { failure: Error | null }) {
  const canConnect = useMayOpen('/facebook');
  if (!(failure instanceof CallError) || failure.status !== 409 || failure.code === 'sync-running') return null;
  return (
    <p role="status" className="mb-3 flex gap-2 rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn">
      <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {failure.sentence}: os gastos não podem ser atualizados daqui.{' '}
        {canConnect ? (
          <Link to="/facebook" className="font-medium underline underline-offset-2">
            {failure.code === 'ad-platform-reconnect' ? 'Reconectar' : 'Conectar'} em{' '}
            {AD_PLATFORMS.map(({ title }) => title).join(' ou ')}
          </Link>
        ) : (
          'Peça a um administrador que conecte a conta de anúncios.'
        )}
      </span>
    </p>
  );
}
