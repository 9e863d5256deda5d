import type { ClickStory as Story } from '@tracker/schemas/contracts/conversion-logs.contract';
import type { ReactNode } from 'react';
import { deviceLabel } from '../../format/devices.ts';
import { formatDuration } from '../../format/durations.ts';
import { formatCounted } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { placeText } from '../../format/places.ts';
import { useSession } from '../../session/session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

type Click = Story['click'];

/** The path from the click over the pages to the conversion. */
export function ClickStory({ story, soldAt }: { story: Story; soldAt: string }) {
  const { timeZone } = useSession().tenant;
  const { click, pageViews, pageViewCount, secondsToSale } = story;
  const unnamed = pageViewCount - pageViews.length;
  const clock = (instant: string) => formatInstantTime(instant, timeZone);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ol className="flex flex-col gap-3 border-line border-l pl-4">
        <Moment title="Click" when={clock(click.createdAt)}>
          <Place click={click} />
        </Moment>
        {pageViews.map(({ id, createdAt, url, title }) => (
          <Moment key={id} title={title ?? 'Página vista'} when={clock(createdAt)}>
            {url !== null && <span className="block truncate text-soft-ink">{url}</span>}
          </Moment>
        ))}
        {unnamed > 0 && (
          <li className="text-muted">e mais {formatCounted(unnamed, 'página vista', 'páginas vistas')}</li>
        )}
        {click.openedCheckouts.map(({ openedAt, url }) => (
          <Moment key={`${openedAt} ${url}`} title="Checkout aberto" when={clock(openedAt)}>
            <span className="block truncate text-soft-ink">{url}</span>
          </Moment>
        ))}
        <Moment title="Venda" when={clock(soldAt)}>
          <span className="text-soft-ink">{formatDuration(secondsToSale)} depois do click</span>
        </Moment>
      </ol>
      <Tags click={click} />
      <div className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 break-all text-muted text-xs">{click.clickId}</code>
        <CopyButton text={click.clickId} what="ID do click" />
      </div>
    </div>
  );
}

const Moment = ({ title, when, children }: { title: string; when: string; children?: ReactNode }) => (
  <li className="min-w-0">
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="min-w-0 truncate font-medium">{title}</span>
      <span className="figure text-muted text-xs">{when}</span>
    </span>
    {children}
  </li>
);

function Place({ click }: { click: Click }) {
  const where = placeText(click);
  const kind = click.deviceType === 'unknown' ? 'Dispositivo desconhecido' : deviceLabel(click.deviceType);
  const device = [kind, click.operatingSystem, click.browser].filter(Boolean);
  return (
    <span className="block text-soft-ink">
      {where || 'Local desconhecido'} · {device.join(', ')}
      {click.ipAddress !== null && <> · IP {click.ipAddress}</>}
    </span>
  );
}

/** What the link has; what it has not is not shown. */
function Tags({ click }: { click: Click }) {
  const tags = TAGS.flatMap(([name, key]) => {
    const value = click[key];
    return typeof value === 'string' ? [{ name, value }] : [];
  });
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2">
      {tags.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 gap-2">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 truncate" title={value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** As the ad platform fills them in (specification §7.6). */
const TAGS: readonly (readonly [string, keyof Click])[] = [
  ['Campanha', 'campaignId'],
  ['Origem', 'source'],
  ['Referência', 'referrer'],
  ['ID do anúncio', 'sub1'],
  ['Anúncio', 'sub4'],
  ['ID do conjunto', 'sub2'],
  ['Conjunto', 'sub5'],
  ['ID da campanha', 'sub3'],
  ['Campanha do anúncio', 'sub6'],
  ['Posicionamento', 'sub7'],
  ['Site', 'sub8'],
  ['utm_source', 'utmSource'],
  ['utm_medium', 'utmMedium'],
  ['utm_campaign', 'utmCampaign'],
  ['utm_content', 'utmContent'],
  ['utm_term', 'utmTerm'],
  ['utm_id', 'utmId'],
];
