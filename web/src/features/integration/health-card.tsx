import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  type HealthLine,
  type HealthLineId,
  readTrackingHealth,
} from '@tracker/schemas/contracts/tracking-health.contract';
import { hasRole, SCREEN_ROLES } from '@tracker/schemas/roles';
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { contractQuery, polled } from '../../data/query-client.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HEALTH_TEXTS, LEVEL_TEXTS, networksText } from './health-texts.ts';

/** Whether clicks, page views, sales and spend fit together, and how to mend what does not. */
export const HealthCard = () => (
  <FetchedCard
    title="Saúde do rastreamento"
    note="Últimos 7 dias; checkouts, últimos 30"
    query={useQuery({ ...contractQuery(readTrackingHealth, {}), ...polled })}
    loading={<Skeleton className="mx-4 mb-4 h-[520px] sm:mx-5" />}
  >
    {({ lines }) => (
      <ul className="divide-y divide-line border-line border-t">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    )}
  </FetchedCard>
);

const MARKS = {
  ok: { Icon: CircleCheck, look: 'text-good' },
  warn: { Icon: TriangleAlert, look: 'text-warn' },
  none: { Icon: CircleDashed, look: 'text-muted' },
} as const;

function Line({ line }: { line: HealthLine }) {
  const { id, level, value, detail, networks, since } = line;
  const { timeZone } = useSession().tenant;
  const texts = HEALTH_TEXTS[id];
  const { Icon, look } = MARKS[level];
  return (
    <li className="flex gap-3 px-4 py-3 sm:px-5">
      <Icon size={20} aria-label={LEVEL_TEXTS[level]} className={cn('mt-0.5 shrink-0', look)} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="font-medium">{texts.title}</h3>
          <span className={cn('figure text-[13px]', level === 'warn' ? 'text-warn' : 'text-muted')}>
            {value === null || level === 'none' ? LEVEL_TEXTS[level] : texts.value(value)}
          </span>
        </div>
        {level === 'warn' && (
          <p className="text-[13px] text-soft-ink">
            {texts.mend} {since !== null && `Desde ${formatInstantTime(since, timeZone)}. `}
            <Mend id={id} />
          </p>
        )}
        {networks.length > 0 && <p className="figure text-[13px] text-soft-ink">{networksText(networks)}</p>}
        {detail.length > 0 && (
          <ul className="mt-1 flex flex-col gap-0.5 text-[13px] text-muted">
            {detail.map((one) => (
              <li key={one.name} className="figure break-words">
                {texts.detail(one)}
                {one.at !== null && `, a última em ${formatInstantTime(one.at, timeZone)}`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

interface Where {
  /** Absent: a part of this screen. */
  to?: LinkProps['to'] & keyof typeof SCREEN_ROLES;
  hash?: string;
  search?: object;
  label: string;
}

const WHERE: Readonly<Record<HealthLineId, Where | undefined>> = {
  script: { hash: 'instalacao', label: 'Como instalar' },
  'tracked-sales': undefined,
  'direct-sales': { to: '/conversion-logs', search: { tracking: 'direct' }, label: 'Ver as conversões diretas' },
  'raw-macros': { hash: 'links', label: 'Copiar os parâmetros' },
  'silent-checkouts': { to: '/webhook', label: 'Abrir Webhook' },
  'refused-deliveries': { to: '/webhook', search: { verdict: 'rejected' }, label: 'Ver os avisos recusados' },
  'clicks-without-views': { hash: 'verificacao', label: 'Verificar o script' },
  'spend-without-clicks': { hash: 'links', label: 'Copiar os links' },
  'button-without-link': { hash: 'instalacao', label: 'Ver as duas linhas' },
  'script-copied': { hash: 'instalacao', label: 'Como instalar' },
  'broken-links': { hash: 'links', label: 'Copiar os links' },
  'unreadable-bodies': { to: '/webhook', search: { verdict: 'dead-letter' }, label: 'Ver na caixa de entrada' },
  bots: { to: '/click-logs', search: { bots: '1' }, label: 'Ver os clicks com robôs' },
};

/** To the place where it is mended, for those who may go there. */
function Mend({ id }: { id: HealthLineId }) {
  const { user } = useSession();
  const where = WHERE[id];
  if (!where) return null;
  const { to, hash, search, label } = where;
  const look = 'whitespace-nowrap font-medium text-accent underline underline-offset-2';
  if (!to) {
    return (
      <a href={`#${hash}`} className={look}>
        {label}
      </a>
    );
  }
  if (!hasRole(user.role, SCREEN_ROLES[to])) return <>Um administrador resolve isso na tela Webhook.</>;
  return (
    <Link to={to} search={search as never} className={look}>
      {label}
    </Link>
  );
}
