import type { ApiKey } from '@tracker/schemas/contracts/api-keys.contract';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { MadeByNote } from '../../data/made-by.tsx';
import { formatInstantDay } from '../../format/days.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import { CreateKeyDialog, RevokeKeyDialog } from './key-dialogs.tsx';
import { SCOPES } from './key-scopes.ts';
import { useApiKeys } from './queries.ts';

export function ApiKeysCard() {
  const { timeZone } = useSession().tenant;
  const query = useApiKeys();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const columns: readonly Column<ApiKey>[] = [
    {
      key: 'name',
      label: 'Nome',
      cell: ({ name, hint }) => (
        <span className="block min-w-36">
          <span className="block break-words font-medium">{name}</span>
          <code className="text-muted text-xs">{hint}…</code>
        </span>
      ),
    },
    {
      key: 'scopes',
      label: 'Permissões',
      cell: ({ scopes }) => (
        <span className="flex gap-1">
          {scopes.map((scope) => (
            <Badge key={scope} look="secondary">
              {SCOPES[scope].label}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      key: 'createdAt',
      label: 'Criada em',
      cell: ({ createdAt, madeBy }) => (
        <span className="block">
          <span className="figure block">{formatInstantDay(createdAt, timeZone)}</span>
          <MadeByNote verb="Criada" by={madeBy} />
        </span>
      ),
    },
    {
      key: 'lastUsedAt',
      label: 'Último uso',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="text-muted">Nunca usada</span>
        ) : (
          <span className="figure whitespace-nowrap">{formatInstantTime(lastUsedAt, timeZone)}</span>
        ),
    },
    {
      key: 'actions',
      label: 'Ações',
      className: 'w-px whitespace-nowrap',
      cell: (key) => (
        <Button look="outline" size="small" onClick={() => setRevoked(key)} aria-label={`Revogar ${key.name}`}>
          Revogar
        </Button>
      ),
    },
  ];
  const createButton = (
    <Button look="outline" size="small" onClick={() => setCreating(true)}>
      <Plus size={15} aria-hidden /> Nova chave
    </Button>
  );
  return (
    <>
      <FetchedCard
        title="Chaves de API"
        note={
          <>
            Para planilhas, BI e servidores.{' '}
            <a href="/api/docs" target="_blank" rel="noreferrer" className="text-accent underline underline-offset-2">
              Documentação da API
            </a>
          </>
        }
        query={query}
        loading={<TableSkeleton rows={2} className="h-[53px]" />}
        actions={query.data && query.data.length > 0 && createButton}
        empty={
          <Empty
            icon={KeyRound}
            title="Nenhuma chave de API"
            text="Com uma chave, uma planilha ou um BI lê os mesmos números que você vê aqui."
          >
            {createButton}
          </Empty>
        }
      >
        {(keys) => (
          <DataTable
            label="Chaves de API"
            columns={columns}
            items={keys}
            keyOf={({ id }) => id}
            detailLabel={({ name }) => `Detalhes de ${name}`}
            summary={({ name, hint, scopes, lastUsedAt }) => ({
              title: name,
              figure: <code className="text-muted text-xs">{hint}…</code>,
              notes: scopes.map((scope) => SCOPES[scope].label),
              end: lastUsedAt === null ? 'Nunca usada' : formatInstantTime(lastUsedAt, timeZone),
            })}
          />
        )}
      </FetchedCard>
      <CreateKeyDialog isOpen={isCreating} onOpenChange={setCreating} />
      <RevokeKeyDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}
