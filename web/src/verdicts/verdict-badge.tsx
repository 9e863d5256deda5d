import { formatCount, formatMoney, NO_FIGURE } from '../format/figures.ts';
import { Badge } from '../ui/badge.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { type Days, useConversionLag } from './queries.ts';
import { type Judged, VERDICT_LOOKS, verdictLabel, verdictReason } from './verdict-texts.ts';
import { WhoseTarget } from './whose-target.tsx';

const expectedCount = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

interface VerdictBadgeProps {
  judged: Judged;
  of: string;
  /** Of the spend and conversions: the share of those still to come is shown with them. */
  days: Days;
  tabIndex?: number;
}

/** A verdict that opens into the sum behind it. */
export function VerdictBadge({ judged, of, days, tabIndex }: VerdictBadgeProps) {
  const label = verdictLabel(judged);
  return (
    <Popover>
      <PopoverTrigger
        tabIndex={tabIndex}
        aria-label={`${label}: ver a conta de ${of}`}
        className="inline-flex h-6 cursor-pointer items-center rounded-md underline-offset-2 hover:underline"
      >
        <Badge look={VERDICT_LOOKS[judged.verdict]}>{label}</Badge>
      </PopoverTrigger>
      <PopoverContent aria-label={`Conta do veredito de ${of}`} className="w-72 p-4 text-[13px]">
        <p className="mb-2 truncate font-medium" title={of}>
          {of}
        </p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
          {linesOf(judged).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="figure text-right">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted text-xs">{verdictReason(judged)}</p>
        {judged.evidence.direct > 0 && <p className="mt-2 text-muted text-xs">{directText(judged.evidence.direct)}</p>}
        <WhoseTarget targets={judged.evidence.targets} />
        <StillToCome days={days} />
      </PopoverContent>
    </Popover>
  );
}

function linesOf({ evidence }: Judged): [name: string, value: string][] {
  const { spend, conversions, expected, counts, kept } = evidence;
  const [one, many] = counts === 'sales' ? ['venda', 'Vendas'] : ['conversão', 'Conversões'];
  return [
    ['Gasto', formatMoney(spend)],
    ...(kept === null ? [] : [['Uma venda deixa', formatMoney(kept)] as [string, string]]),
    [`Uma ${one} pode custar`, formatMoney(expected && spend !== null ? spend / expected : null)],
    [`${many} esperadas`, expected === null ? NO_FIGURE : expectedCount.format(expected)],
    [`${many} verificadas`, formatCount(conversions)],
  ];
}

const directText = (direct: number): string =>
  direct === 1
    ? 'Uma venda direta da linha não conta: nenhum anúncio a trouxe.'
    : `${formatCount(direct)} vendas diretas da linha não contam: nenhum anúncio as trouxe.`;

const TONES: Readonly<Record<Judged['verdict'], string>> = {
  ...{ 'little-data': 'text-muted', 'on-target': 'text-muted' },
  ...{ below: 'text-bad', above: 'text-good' },
};

/** In a row of a phone, which opens into the rest. */
export const VerdictText = ({ judged }: { judged: Judged }) => (
  <span className={TONES[judged.verdict]}>{verdictLabel(judged)}</span>
);

/** An ad may be judged too early: a boleto is paid days after its click. */
function StillToCome({ days }: { days: Days }) {
  const share = useConversionLag(days).data?.stillToCome ?? null;
  if (share === null || share < 1) return null;
  return (
    <p className="mt-2 text-muted text-xs">
      Ainda podem chegar ~{formatCount(share)}&nbsp;% das conversões destes clicks, pelo tempo que as suas levam até a
      aprovação.
    </p>
  );
}
