import type { OwnSession } from '@tracker/schemas/contracts/profile.contract';
import { Globe, type LucideIcon, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatCount } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useEndOtherSessions, useEndSession, useSessions } from './queries.ts';
import { deviceName } from './session-words.ts';

const ROW = 'flex min-h-[75px] items-center gap-3 border-line border-t px-4 py-3 sm:px-5';

export function SessionsCard() {
  const query = useSessions();
  return (
    <FetchedCard
      title="Sessões ativas"
      note="Onde a sua conta está aberta agora. Uma sessão termina em 7 dias sem uso, e em 30 dias de qualquer forma."
      query={query}
      loading={<SkeletonRows />}
      actions={query.data && query.data.length > 1 && <EndOthers />}
    >
      {(sessions) => <SessionList sessions={sessions} />}
    </FetchedCard>
  );
}

/** More than most people have; the rest opens on demand. */
const ROWS_AT_FIRST = 5;

function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const [isOpen, setOpen] = useState(false);
  // This one is never folded away.
  const all = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <>
      <ul aria-label="Sessões ativas">
        {all.slice(0, isOpen ? undefined : ROWS_AT_FIRST).map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > ROWS_AT_FIRST && (
        <div className="border-line border-t px-4 py-2.5 sm:px-5">
          <Button look="outline" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Mostrar menos' : `Mostrar todas (${formatCount(sessions.length)})`}
          </Button>
        </div>
      )}
    </>
  );
}

function EndOthers() {
  const end = useEndOtherSessions();
  const onEnd = () =>
    end.mutate(undefined, {
      onSuccess: () => toast({ title: 'Sessões encerradas', description: 'Só esta sessão continua aberta.' }),
      onError: (error) => failureToast('Erro ao encerrar sessões', error, 'Não foi possível encerrar as sessões.'),
    });
  return (
    <Button look="outline" size="small" disabled={end.isPending} onClick={onEnd}>
      Encerrar as outras
    </Button>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const { timeZone } = useSession().tenant;
  const end = useEndSession();
  const name = deviceName(session);
  const Icon = iconOf(session);
  const onEnd = () =>
    end.mutate(session.id, {
      onSuccess: () => toast({ title: 'Sessão encerrada', description: `${name} precisa entrar de novo.` }),
      onError: (error) => failureToast('Erro ao encerrar sessão', error, 'Não foi possível encerrar a sessão.'),
    });
  return (
    <li className={ROW}>
      <Icon size={20} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          {name}
          {session.current && <Badge look="good">Esta sessão</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-[13px] text-muted [&>span]:whitespace-nowrap">
          {session.ipAddress && <span className="figure">{session.ipAddress}</span>}
          <span>
            desde <span className="figure">{formatInstantTime(session.createdAt, timeZone)}</span>
          </span>
          {!session.current && (
            <span>
              vista em <span className="figure">{formatInstantTime(session.lastSeenAt, timeZone)}</span>
            </span>
          )}
        </p>
      </div>
      {!session.current && (
        <Button
          look="outline"
          size="small"
          disabled={end.isPending}
          onClick={onEnd}
          aria-label={`Encerrar sessão: ${name}`}
        >
          Encerrar
        </Button>
      )}
    </li>
  );
}

const iconOf = ({ operatingSystem }: OwnSession): LucideIcon =>
  operatingSystem === null ? Globe : /android|ios/i.test(operatingSystem) ? Smartphone : Monitor;

const SkeletonRows = () => (
  <div>
    {[1, 2].map((key) => (
      <div key={key} className={ROW}>
        <Skeleton className="size-5 rounded-full" />
        <div className="flex-1">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-2 h-4 w-64 max-w-full" />
        </div>
      </div>
    ))}
  </div>
);
