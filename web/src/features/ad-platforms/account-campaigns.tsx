import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AccountRule, AdAccount } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { Link2, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { failureToast, sentenceOf } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatCounted } from '../../format/figures.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TableSkeleton } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { AccountCampaignTable } from './account-campaign-table.tsx';
import { type AccountRow, accountRows, filterRows, type RowFilters } from './account-rows.ts';
import { effectText, isActive } from './account-texts.ts';
import { LinkAccountDialog } from './link-account-dialog.tsx';
import { usePlatform } from './platform.ts';
import {
  FAILURES,
  useAccountRules,
  useEndAccountRule,
  useLinks,
  usePlatformCampaigns,
  useUnlinkSome,
} from './queries.ts';
import type { ConnectSearch } from './search.ts';

interface AccountCampaignsProps {
  /** At least one. */
  accounts: readonly AdAccount[];
  campaigns: readonly Campaign[] | undefined;
}

/** The campaigns of an ad account, linked and unlinked in numbers. */
export function AccountCampaigns({ accounts, campaigns = [] }: AccountCampaignsProps) {
  const platform = usePlatform();
  const search: ConnectSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (next: Partial<ConnectSearch>) =>
    navigate({ to: '.', search: { ...search, ...next }, replace: true, resetScroll: false });
  const account =
    accounts.find(({ id }) => id === search.account) ??
    accounts.find(({ accountStatus }) => isActive(platform, accountStatus)) ??
    accounts[0];
  const adAccountId = account?.id ?? '';
  const query = usePlatformCampaigns(adAccountId);
  const links = useLinks().data;
  const rule = useAccountRules().data?.find((one) => one.adAccountId === adAccountId);
  const [isLinking, setLinking] = useState(false);
  const rows = useMemo(
    () =>
      accountRows(query.data ?? [], links ?? [], new Map(campaigns.map(({ campaignId, name }) => [campaignId, name]))),
    [query.data, links, campaigns],
  );
  const open = rows.filter(({ link }) => link === undefined).length;
  return (
    <FetchedCard
      title="Campanhas da conta"
      note={
        query.data && links
          ? `${formatCounted(rows.length, 'campanha', 'campanhas')} · ${open} sem conexão`
          : `Conecte as campanhas do ${platform.name} às daqui`
      }
      query={query}
      detailOf={(error) => sentenceOf(error, 'As campanhas desta conta não vieram.')}
      loading={<TableSkeleton rows={6} />}
      empty={
        <Empty
          icon={Link2}
          title="Nenhuma campanha nesta conta"
          text={`As campanhas aparecem aqui quando são criadas no ${platform.name}.`}
        />
      }
      actions={
        <div className="flex min-w-0 flex-wrap gap-2">
          {accounts.length > 1 && (
            <Select
              aria-label="Conta das campanhas"
              value={adAccountId}
              onChange={(id) => change({ account: id, state: undefined })}
              options={accounts.map(({ id: value, name }) => ({ value, label: name }))}
              className="min-w-0 max-w-52 [&>span:first-child]:truncate"
            />
          )}
          <Button size="small" disabled={!query.data || !links} onClick={() => setLinking(true)}>
            <Link2 size={14} aria-hidden /> Conectar todas desta conta
          </Button>
          <LinkAccountDialog
            isOpen={isLinking}
            onClose={() => setLinking(false)}
            adAccountId={adAccountId}
            count={open}
            campaigns={campaigns}
            onLinked={() => undefined}
          />
        </div>
      }
    >
      {() => (
        <>
          {rule && <Rule rule={rule} campaigns={campaigns} />}
          <List key={adAccountId} rows={rows} filters={search} onFilter={change} {...{ adAccountId, campaigns }} />
        </>
      )}
    </FetchedCard>
  );
}

function Rule({ rule: { adAccountId, campaignId }, campaigns }: { rule: AccountRule; campaigns: readonly Campaign[] }) {
  const end = useEndAccountRule();
  const name = campaigns.find((one) => one.campaignId === campaignId)?.name ?? campaignId;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-2 text-[13px] text-soft-ink sm:px-5">
      <span className="min-w-0">
        {campaignId === null
          ? 'Cada campanha nova desta conta ganha uma campanha daqui.'
          : `Campanhas novas desta conta entram em “${name}”.`}
      </span>
      <Button
        look="ghost"
        size="small"
        disabled={end.isPending}
        aria-label="Parar de conectar campanhas novas"
        onClick={() =>
          end.mutate(adAccountId, {
            onSuccess: () => toast({ title: 'Campanhas novas não são mais conectadas' }),
            onError: (error) => failureToast('Erro', error, FAILURES.change),
          })
        }
      >
        Parar
      </Button>
    </p>
  );
}

interface ListProps {
  adAccountId: string;
  rows: readonly AccountRow[];
  filters: RowFilters;
  onFilter: (filters: RowFilters) => void;
  campaigns: readonly Campaign[];
}

const ANY = 'any';
const LINKED = [
  { value: ANY, label: 'Com e sem conexão' },
  { value: 'no', label: 'Sem conexão' },
  { value: 'yes', label: 'Conectadas' },
];

function List({ adAccountId, rows, filters, onFilter, campaigns }: ListProps) {
  const platform = usePlatform();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const found = filterRows(rows, filters);
  const states = [...new Set(rows.map(({ campaign }) => campaign.status))].sort();
  return (
    <>
      <div className="flex flex-wrap gap-2 border-line border-t px-4 py-2.5 sm:px-5">
        <SearchField
          label="Procurar campanhas da conta"
          placeholder="Nome, ID ou campanha daqui"
          value={filters.q ?? ''}
          onChange={(q) => onFilter({ q: q || undefined })}
          className="flex-1 basis-52"
        />
        <Select
          aria-label="Status na plataforma"
          value={filters.state ?? ANY}
          onChange={(state) => onFilter({ state: state === ANY ? undefined : state })}
          options={[
            { value: ANY, label: 'Todos os status' },
            ...states.map((value) => ({ value, label: effectText(platform, value) })),
          ]}
        />
        <Select
          aria-label="Conexão"
          value={filters.linked ?? ANY}
          onChange={(linked) => onFilter({ linked: linked === 'yes' || linked === 'no' ? linked : undefined })}
          options={LINKED}
        />
      </div>
      <Chosen
        rows={rows.filter(({ campaign }) => selected.has(campaign.id))}
        onDone={() => setSelected(new Set())}
        {...{ adAccountId, campaigns }}
      />
      {found.length === 0 ? (
        <Empty icon={SearchX} title="Nenhuma campanha corresponde aos filtros." />
      ) : (
        <AccountCampaignTable rows={found} selected={selected} onSelect={setSelected} />
      )}
    </>
  );
}

interface ChosenProps {
  adAccountId: string;
  rows: readonly AccountRow[];
  campaigns: readonly Campaign[];
  onDone: () => void;
}

/** What is done with the chosen ones. It keeps its place, so that the first choice does not move the list. */
function Chosen({ adAccountId, rows, campaigns, onDone }: ChosenProps) {
  const [asked, setAsked] = useState<'link' | 'unlink'>();
  const unlink = useUnlinkSome();
  const ids = (isLinked: boolean) =>
    rows.filter(({ link }) => (link !== undefined) === isLinked).map(({ campaign }) => campaign.id);
  const [open, linked] = [ids(false), ids(true)];
  const close = () => setAsked(undefined);
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 border-line border-t bg-sunken px-4 py-2 sm:px-5">
      <span role="status" className="figure mr-auto text-[13px] text-soft-ink">
        {rows.length === 0
          ? 'Nenhuma selecionada'
          : formatCounted(rows.length, 'campanha selecionada', 'campanhas selecionadas')}
      </span>
      <Button size="small" disabled={open.length === 0} onClick={() => setAsked('link')}>
        Conectar selecionadas
      </Button>
      <Button look="outline" size="small" disabled={linked.length === 0} onClick={() => setAsked('unlink')}>
        Desconectar selecionadas
      </Button>
      <LinkAccountDialog
        isOpen={asked === 'link'}
        onClose={close}
        only={open}
        count={open.length}
        onLinked={onDone}
        {...{ adAccountId, campaigns }}
      />
      <ConfirmDialog
        isOpen={asked === 'unlink'}
        onClose={close}
        title={`Desconectar ${formatCounted(linked.length, 'campanha', 'campanhas')}?`}
        label="Desconectar"
        pendingLabel="Desconectando..."
        isPending={unlink.isPending}
        onConfirm={() =>
          unlink.mutate(linked, {
            onSuccess: ({ unlinked }) => {
              toast({ title: formatCounted(unlinked, 'campanha desconectada', 'campanhas desconectadas') });
              onDone();
              close();
            },
            onError: (error) => {
              failureToast('Erro', error, FAILURES.unlink);
              close();
            },
          })
        }
      >
        <p>
          Os gastos delas deixam de entrar nas campanhas daqui. Os que já vieram continuam nos números, e nenhuma delas
          é conectada de novo sem você.
        </p>
      </ConfirmDialog>
    </div>
  );
}
