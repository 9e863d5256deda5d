import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import { formatMoney, NO_FIGURE } from '../../format/figures.ts';
import { formatInstantShort, formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ClickDetail } from './click-detail.tsx';
import { deviceOf, placeOf, shortClickId, sourceLabel, statusOf } from './click-texts.ts';
import { useCampaigns } from './queries.ts';

export function ClickTable({ clicks }: { clicks: readonly Click[] }) {
  const { timeZone } = useSession().tenant;
  const names = new Map<string, string>(useCampaigns().data?.map(({ campaignId, name }) => [campaignId, name]));
  return (
    <DataTable
      isLive
      label="Clicks"
      items={clicks}
      keyOf={({ id }) => id}
      columns={columnsOf(names, (instant) => formatInstantTime(instant, timeZone))}
      detail={(click) => <ClickDetail click={click} campaignName={names.get(click.campaignId)} />}
      summary={(click) => ({
        title: names.get(click.campaignId) ?? click.campaignId,
        figure: <Badge look={statusOf(click).look}>{statusOf(click).label}</Badge>,
        notes: [
          click.conversionValue !== null && formatMoney(click.conversionValue),
          sourceLabel(click.source),
          placeOf(click),
          deviceOf(click),
        ],
        end: formatInstantShort(click.createdAt, timeZone),
      })}
      detailLabel={({ clickId }) => `Detalhes de ${shortClickId(clickId)}`}
    />
  );
}

const columnsOf = (names: ReadonlyMap<string, string>, at: (instant: string) => string): Column<Click>[] => [
  {
    key: 'createdAt',
    label: 'Data',
    // Day and time below each other in narrow columns.
    className: 'figure min-w-20 text-[13px] sm:whitespace-nowrap',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{at(createdAt)}</time>,
  },
  {
    key: 'status',
    label: 'Status',
    className: 'whitespace-nowrap',
    cell: ({ conversionValue, ...click }) => (
      <>
        <Badge look={statusOf(click).look}>{statusOf(click).label}</Badge>
        {conversionValue !== null && <span className="figure block text-[13px]">{formatMoney(conversionValue)}</span>}
      </>
    ),
  },
  {
    key: 'clickId',
    label: 'Click ID',
    className: 'whitespace-nowrap',
    cell: ({ clickId }) => (
      <span className="flex items-center gap-1">
        <span title={clickId} className="figure text-[13px]">
          {shortClickId(clickId)}
        </span>
        <CopyButton isIcon text={clickId} what={`click ID ${shortClickId(clickId)}`} />
      </span>
    ),
  },
  {
    key: 'campaign',
    label: 'Campanha',
    cell: ({ campaignId }) => <Short text={names.get(campaignId) ?? campaignId} title={campaignId} />,
  },
  { key: 'source', label: 'Fonte', cell: ({ source }) => <Short text={sourceLabel(source)} /> },
  { key: 'place', label: 'Local', cell: (click) => <Short text={placeOf(click)} /> },
  {
    key: 'device',
    label: 'Dispositivo',
    cell: (click) => <Short text={deviceOf(click)} title={click.userAgent ?? undefined} />,
  },
];

/** A text of any length in one line of the table; the whole of it is in the row's details. */
const Short = ({ text, title }: { text: string | null; title?: string | undefined }) => (
  <span className="block max-w-36 truncate text-[13px]" title={title ?? text ?? undefined}>
    {text ?? NO_FIGURE}
  </span>
);
