import { type Dimension, spendIsKnownBy } from '@tracker/schemas/metrics/dimensions';
import { areSoldGroups } from '../../breakdown/queries.ts';
import type { DateRange } from '../../date-range/date-range.ts';
import { useNetOfCampaigns } from '../../profit/queries.ts';
import { Note } from '../../ui/note.tsx';
import { useVerdicts } from '../../verdicts/queries.ts';
import { TargetHint } from '../../verdicts/target-hint.tsx';

interface GroupNotesProps {
  groupBy: readonly [Dimension, ...Dimension[]];
  range: DateRange;
  filters: readonly string[];
}

/** Below a table of groups: what its rows could say besides, and why some figures are blank. */
export function GroupNotes({ groupBy, range, filters }: GroupNotesProps) {
  const spendNote = spendNoteOf(groupBy);
  return (
    <>
      <TargetNote dimension={groupBy[0]} range={range} filters={filters} />
      {spendNote && <Note>{spendNote}</Note>}
      <ExpensesNote groupBy={groupBy} range={range} />
    </>
  );
}

interface TargetNoteProps {
  dimension: Dimension;
  range: DateRange;
  filters: readonly string[];
}

function TargetNote({ dimension, range, filters }: TargetNoteProps) {
  const { lacksTarget } = useVerdicts(dimension, range, filters);
  return lacksTarget && <TargetHint />;
}

/** Expenses belong to days, and to a campaign or to none. */
const HAVE_EXPENSES: ReadonlySet<Dimension> = new Set<Dimension>(['campaign', 'weekday']);

function ExpensesNote({ groupBy, range }: { groupBy: readonly Dimension[]; range: DateRange }) {
  const expenses = useNetOfCampaigns(range).data?.total.expenses ?? 0;
  if (expenses === 0 || areSoldGroups(groupBy) || groupBy.every((dimension) => HAVE_EXPENSES.has(dimension)))
    return null;
  return (
    <Note>
      As outras despesas são de campanhas e de dias: estão no lucro do total, das campanhas e dos dias da semana, não no
      dos outros grupos.
    </Note>
  );
}

function spendNoteOf(groupBy: readonly Dimension[]): string | undefined {
  if (areSoldGroups(groupBy)) {
    return 'Nenhum click tem produto, pagamento ou checkout: aqui contam só as conversões. Margem é o que fica da receita depois de impostos, taxas e custo dos produtos, antes dos anúncios. Reembolso % conta também chargebacks, pelo dia da venda.';
  }
  if (!spendIsKnownBy(groupBy)) {
    return 'As plataformas informam o gasto por anúncio e dia. Ele só pode ser dividido por campanha, fonte, canal, conjunto, anúncio e dia da semana, e por hora onde elas informaram todas as horas; nos outros grupos, Gasto, ROAS, CPA, ROI e lucro ficam em branco.';
  }
  if (groupBy.includes('ad') || groupBy.includes('adset')) {
    return 'O gasto de cada anúncio é o que a plataforma informou; o que ela não divide por anúncio, como o de anúncios apagados ou não listados, está em “Sem anúncio” ou “Sem conjunto”. Anúncios que ela não informou ficam sem gasto conhecido.';
  }
  if (groupBy.includes('channel')) {
    return 'O gasto está no canal que tem o nome da plataforma que o informou, como facebook; nos outros canais ele não é conhecido.';
  }
  if (groupBy.includes('source')) {
    return 'O gasto está na fonte que tem o nome da plataforma que o informou, como facebook; nas outras fontes ele não é conhecido.';
  }
  return undefined;
}
