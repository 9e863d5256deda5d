import { Link } from '@tanstack/react-router';
import { DIMENSIONS, type Dimension, spendIsKnownBy } from '@tracker/schemas/metrics/dimensions';
import { hasRole, SCREEN_ROLES } from '@tracker/schemas/roles';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { dimensionLabel } from '../../breakdown/dimension-texts.ts';
import { GroupTable } from '../../breakdown/group-table.tsx';
import { useNetOfCampaigns } from '../../profit/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { useVerdicts } from '../../verdicts/queries.ts';
import { useSession } from '../auth/auth.ts';
import { type DateRange, rangeText } from '../date-range/date-range.ts';
import { exportUrl } from './queries.ts';
import { type AnalyticsSearch, DEFAULT_GROUP, groupByOf } from './search.ts';

interface GroupExplorerProps {
  range: DateRange;
  search: AnalyticsSearch;
  onSearch: (change: AnalyticsSearch) => void;
}

const NONE = 'none';
const optionOf = (dimension: Dimension) => ({ value: dimension, label: dimensionLabel(dimension) });

/** The figures by any one or two dimensions: an ad by hour, a country by device. */
export function GroupExplorer({ range, search, onSearch }: GroupExplorerProps) {
  const id = useId();
  const groupBy = groupByOf(search);
  const filters = search.f ?? [];
  const [group, and] = groupBy;
  // Nothing is grouped by itself: the second gives way.
  const chooseGroup = (next: Dimension) =>
    onSearch({
      group: next === DEFAULT_GROUP ? undefined : next,
      and: next === and ? undefined : and,
      order: undefined,
    });
  const chooseThen = (next: Dimension | typeof NONE) =>
    onSearch({ and: next === NONE ? undefined : next, order: undefined });
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <CardHeader id={id} title="Explorar os números" note={rangeText(range)}>
        <div className="flex flex-wrap items-center gap-2">
          <Select aria-label="Agrupar por" value={group} onChange={chooseGroup} options={DIMENSIONS.map(optionOf)} />
          <Select
            aria-label="E depois por"
            value={and ?? NONE}
            onChange={chooseThen}
            options={[
              { value: NONE, label: 'Sem segundo grupo' },
              ...DIMENSIONS.filter((one) => one !== group).map(optionOf),
            ]}
          />
          {filters.length === 0 && (
            <Button asChild look="outline" size="small">
              <a href={exportUrl(groupBy, range)} download>
                <Download size={14} aria-hidden /> Exportar CSV
              </a>
            </Button>
          )}
        </div>
      </CardHeader>
      {/* Another grouping is another table: what is shown of the last one would stand under the wrong names. */}
      <GroupTable
        key={groupBy.join()}
        groupBy={groupBy}
        range={range}
        filters={search.f}
        sort={search.order}
        onSort={(order) => onSearch({ order })}
        basis={search.basis ?? 'gross'}
      />
      <TargetNote dimension={group} range={range} filters={filters} />
      <SpendNote groupBy={groupBy} />
      <ExpensesNote groupBy={groupBy} range={range} />
    </Card>
  );
}

/** Without a target no ad is judged; who may set one is led there. */
interface TargetNoteProps {
  dimension: Dimension;
  range: DateRange;
  filters: readonly string[];
}

function TargetNote({ dimension, range, filters }: TargetNoteProps) {
  const { lacksTarget } = useVerdicts(dimension, range, filters);
  const canSet = hasRole(useSession().user.role, SCREEN_ROLES['/campaigns']);
  if (!lacksTarget) return null;
  return (
    <p className="border-line border-t px-4 py-2.5 text-muted text-xs sm:px-5">
      Com uma meta de CPA ou ROAS, cada linha diz se as vendas ficam abaixo ou acima dela, ou se é cedo para saber.{' '}
      {canSet && (
        <Link to="/campaigns" className="inline-block min-h-6 py-1 text-accent-ink underline underline-offset-2">
          Definir em uma campanha
        </Link>
      )}
    </p>
  );
}

/** Where a figure is left out, somebody must say why. */
function SpendNote({ groupBy }: { groupBy: readonly Dimension[] }) {
  const note = spendNoteOf(groupBy);
  return note && <Note text={note} />;
}

/** Expenses belong to days, and to a campaign or to none. */
const HAVE_EXPENSES: ReadonlySet<Dimension> = new Set<Dimension>(['campaign', 'weekday']);

function ExpensesNote({ groupBy, range }: { groupBy: readonly Dimension[]; range: DateRange }) {
  const expenses = useNetOfCampaigns(range).data?.total.expenses ?? 0;
  if (expenses === 0 || groupBy.every((dimension) => HAVE_EXPENSES.has(dimension))) return null;
  return (
    <Note text="As outras despesas são de campanhas e de dias: estão no lucro do total, das campanhas e dos dias da semana, não no dos outros grupos." />
  );
}

const Note = ({ text }: { text: string }) => (
  <p className="border-line border-t px-4 py-2.5 text-muted text-xs sm:px-5">{text}</p>
);

function spendNoteOf(groupBy: readonly Dimension[]): string | undefined {
  if (!spendIsKnownBy(groupBy)) {
    return 'As plataformas informam o gasto por anúncio e dia. Ele só pode ser dividido por campanha, fonte, conjunto, anúncio e dia da semana; nos outros grupos, Gasto, ROAS, CPA, ROI e lucro ficam em branco.';
  }
  if (groupBy.includes('ad') || groupBy.includes('adset')) {
    return 'O gasto de cada anúncio é o que a plataforma informou; o que ela não divide por anúncio está em “Sem anúncio” ou “Sem conjunto”. Anúncios que ela não informou ficam sem gasto conhecido.';
  }
  if (groupBy.includes('source')) {
    return 'O gasto está na fonte que tem o nome da plataforma que o informou, como facebook; nas outras fontes ele não é conhecido.';
  }
  return undefined;
}
