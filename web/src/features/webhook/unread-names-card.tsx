import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { type listUnreadNames, UNKNOWN_FORMATS_DAYS } from '@tracker/schemas/contracts/webhook.contract';
import { CircleCheck } from 'lucide-react';
import type { z } from 'zod';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import { useUnreadNames } from './queries.ts';

type UnreadName = z.output<typeof listUnreadNames.response>[number];

const COLUMNS: readonly Column<UnreadName>[] = [
  { key: 'name', label: 'Campo', cell: ({ name }) => <code className="break-all text-xs">{name}</code> },
  { key: 'nearest', label: 'Talvez seja', cell: ({ nearest }) => <Nearest name={nearest} /> },
  { key: 'provider', label: 'Formato', cell: ({ provider }) => CHECKOUTS[provider].label },
  { key: 'count', label: 'Entregas', numeric: true, cell: ({ count }) => count },
];

const Nearest = ({ name }: { name: string | null }) =>
  name === null ? <span className="text-muted">–</span> : <code className="break-all text-xs">{name}</code>;

/** Names of fields that came to the keys of the generic format and are in no table: a misspelt one loses what it says. */
export function UnreadNamesCard() {
  const { timeZone } = useSession().tenant;
  const lastAt: Column<UnreadName> = {
    key: 'lastAt',
    label: 'A última em',
    cell: (one) => <span className="figure whitespace-nowrap">{formatInstantTime(one.lastAt, timeZone)}</span>,
  };
  return (
    <FetchedCard
      title="Campos não lidos"
      note={`O que chegou ao genérico e ao checkout próprio nos últimos ${UNKNOWN_FORMATS_DAYS} dias com um nome que não conhecemos.`}
      query={useUnreadNames()}
      loading={<TableSkeleton rows={3} />}
      empty={
        <Empty
          icon={CircleCheck}
          title="Nenhum campo ficou sem leitura"
          text="Todos os nomes que chegaram são conhecidos. A referência da API tem a lista deles."
        />
      }
    >
      {(names) => (
        <DataTable
          label="Campos não lidos"
          columns={[...COLUMNS, lastAt]}
          items={names}
          keyOf={({ provider, name }) => `${provider} ${name}`}
          summary={({ name, nearest, provider, count }) => ({
            title: <code className="break-all text-xs">{name}</code>,
            figure: count,
            notes: [nearest && `talvez ${nearest}`, CHECKOUTS[provider].label],
          })}
          detailLabel={({ name }) => `Detalhes de ${name}`}
        />
      )}
    </FetchedCard>
  );
}
