import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ConnectError } from '@tracker/schemas/contracts/ad-platforms.contract';
import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast-store.ts';
import { connectErrorText } from './connection-texts.ts';
import { takeLeftFromSteps } from './consent-return.ts';
import { usePlatform } from './platform.ts';
import type { ConnectSearch } from './search.ts';

/**
 * The result of the OAuth redirect. The URL is cleaned at once, so that a reload or a shared link does not show it again; the
 * advice after a failure stays until it is dismissed. Who left from the first steps goes back to them.
 */
export function ConnectResult() {
  const { connected, permitted, error }: ConnectSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const platform = usePlatform();
  const [failed, setFailed] = useState<ConnectError>();
  /** The address is cleaned a render later. */
  const wasShown = useRef(false);

  useEffect(() => {
    const isBack = connected === true || permitted === true || error !== undefined;
    if (isBack && !wasShown.current) {
      const toSteps = takeLeftFromSteps();
      if (error) {
        const { title, advice } = connectErrorText(error, platform);
        toast({ look: 'destructive', title, ...(toSteps && { description: advice }) });
      } else if (permitted) {
        toast({ title: 'Ações permitidas', description: 'Pausar, retomar e mudar orçamentos está em Analytics.' });
      } else toast({ title: `${platform.name} conectado`, description: 'Agora conecte as campanhas.' });
      if (toSteps) navigate({ to: '/', search: { steps: 'spend' }, replace: true });
      else {
        setFailed(error);
        navigate({ to: '.', search: {}, replace: true, resetScroll: false });
      }
    }
    wasShown.current = isBack;
  });

  if (!failed) return null;
  const { title, advice } = connectErrorText(failed, platform);
  return (
    <div role="status" className="mb-3 flex items-start gap-2 rounded-lg bg-bad-soft px-3 py-2 text-[13px] text-bad">
      <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{title}.</span> {advice}
      </p>
      <button
        type="button"
        aria-label="Dispensar"
        onClick={() => setFailed(undefined)}
        className="-my-0.5 grid size-6 shrink-0 place-items-center rounded-md hover:bg-hover"
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  );
}
