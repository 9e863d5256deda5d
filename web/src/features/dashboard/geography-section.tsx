import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readGeography } from '@tracker/schemas/contracts/geography.contract';
import { knownGeography } from '../../breakdown/known-geography.ts';
import { contractQuery, polled } from '../../data/query-client.ts';
import { RefreshMark } from '../../data/query-view.tsx';
import { type DateRange, rangeText, searchOfRange } from '../../date-range/date-range.ts';
import { deviceLabel } from '../../format/devices.ts';
import { formatCount, formatPercent } from '../../format/figures.ts';
import { useMayOpen } from '../../session/session.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';

const COUNTRIES_MAX = 5;

/** The places of the clicks in the range. Hidden without countries and devices (specification §2.6). */
interface GeographySectionProps {
  range: DateRange;
  filters?: readonly string[] | undefined;
}

export default function GeographySection({ range, filters }: GeographySectionProps) {
  const parts = { query: { startDate: range.from, endDate: range.to, ...(filters && { f: [...filters] }) } };
  const query = useQuery({
    ...contractQuery(readGeography, parts, 'Failed to fetch geography data'),
    ...polled,
  });
  const canSeeAll = useMayOpen('/geography');
  const { countries = [], devices = [] } = (query.data && knownGeography(query.data)) ?? {};
  if (countries.length === 0 && devices.length === 0) return null;
  const clicks = devices.reduce((sum, { clickCount }) => sum + clickCount, 0);
  return (
    <Card aria-labelledby="geography" className="min-w-0">
      <CardHeader
        id="geography"
        title="Geografia"
        note={`${rangeText(range)}: clicks por país e por dispositivo`}
        mark={<RefreshMark queries={[query]} />}
      >
        {canSeeAll && (
          <Link
            to="/geography"
            search={{ ...searchOfRange(range, null), f: filters }}
            className="font-medium text-[13px] text-accent underline-offset-2 hover:underline max-sm:py-3.25"
          >
            Ver tudo
          </Link>
        )}
      </CardHeader>
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 px-4 pb-4 sm:grid-cols-2 sm:px-5">
        <Shares
          title="Países"
          whole={clicks}
          rows={countries.slice(0, COUNTRIES_MAX).map((one) => ({ name: one.country, clicks: one.clickCount }))}
        />
        <Shares
          title="Dispositivos"
          whole={clicks}
          rows={devices
            .filter((one) => one.clickCount > 0)
            .map((one) => ({ name: deviceLabel(one.deviceType), clicks: one.clickCount }))}
        />
      </div>
    </Card>
  );
}

interface SharesProps {
  title: string;
  rows: readonly { name: string; clicks: number }[];
  whole: number;
}

const Shares = ({ title, rows, whole }: SharesProps) => (
  <section aria-label={title} className="min-w-0">
    <h3 className="mb-1 text-muted text-xs">{title}</h3>
    {rows.length === 0 && <p className="text-[13px] text-muted">Nenhum lugar identificado.</p>}
    <ul className="flex flex-col gap-2">
      {rows.map(({ name, clicks }) => {
        const percent = whole > 0 ? (clicks / whole) * 100 : 0;
        return (
          <li key={name} className="text-[13px]">
            <span className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{name}</span>
              <span className="figure shrink-0 text-muted">
                {formatCount(clicks)} · <span className="font-medium text-ink">{formatPercent(percent)}</span>
              </span>
            </span>
            <span className="mt-1 block">
              <Progress percent={percent} label={`${name}: parte dos clicks`} />
            </span>
          </li>
        );
      })}
    </ul>
  </section>
);
