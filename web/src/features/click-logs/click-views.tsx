import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import { QueryView } from '../../data/query-view.tsx';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useViewsOfClick } from './queries.ts';

/** The page views of this click's visitor, newest first. */
export function ClickViews({ click }: { click: Click }) {
  const { timeZone } = useSession().tenant;
  return (
    <section aria-label="Páginas vistas" className="min-w-0">
      <h3 className="mb-1.5 font-medium text-[13px]">Páginas vistas</h3>
      <QueryView query={useViewsOfClick(click)} loading={<Skeleton className="h-5 w-56 max-w-full" />}>
        {(views) =>
          views.length === 0 ? (
            <p className="text-[13px] text-muted">Nenhuma página vista depois deste click.</p>
          ) : (
            <ol className="flex flex-col gap-1 text-[13px]">
              {views.map(({ id, url, title, createdAt }) => (
                <li key={id} className="flex flex-wrap gap-x-3">
                  <time dateTime={createdAt} className="figure text-muted">
                    {formatInstantTime(createdAt, timeZone)}
                  </time>
                  <span className="min-w-0 text-soft-ink [overflow-wrap:anywhere]" title={url ?? undefined}>
                    {title ?? url ?? 'Sem endereço'}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryView>
    </section>
  );
}
