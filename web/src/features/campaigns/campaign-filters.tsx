import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { X } from 'lucide-react';
import { formatCount, formatCounted } from '../../format/figures.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import { NEWEST } from './campaign-list.tsx';
import { type CampaignsSearch, isFiltered, NO_FILTERS } from './search.ts';

/** A select cannot hold an empty value. */
const ALL = '*';
const STATUS_LABELS = { active: 'Ativas', paused: 'Pausadas' } as const;
const SORTS = [
  { value: NEWEST, label: 'Mais novas' },
  { value: '-roas', label: 'ROAS' },
  { value: '-revenue', label: 'Receita' },
  { value: '-spend', label: 'Gasto' },
  { value: 'name', label: 'Nome' },
];

interface CampaignFiltersProps {
  search: CampaignsSearch;
  onSearch: (change: CampaignsSearch, options?: { replace?: boolean }) => void;
  campaigns: readonly Campaign[];
  /** How many of them are shown. */
  shown: number;
}

export function CampaignFilters({ search, onSearch, campaigns, shown }: CampaignFiltersProps) {
  const { q, status, sort = NEWEST, view } = search;
  const countOf = (of: Campaign['status']) => formatCount(campaigns.filter((one) => one.status === of).length);
  const all = formatCounted(campaigns.length, 'campanha', 'campanhas');
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Buscar por nome ou ID"
        value={q ?? ''}
        onChange={(text) => onSearch({ q: text || undefined }, { replace: true })}
        className="w-full sm:w-64"
      />
      <Select
        aria-label="Status"
        value={status ?? ALL}
        onChange={(value) => onSearch({ status: value === ALL ? undefined : value })}
        options={[
          { value: ALL, label: 'Todos os status' },
          ...(['active', 'paused'] as const).map((value) => ({
            value,
            label: `${STATUS_LABELS[value]} (${countOf(value)})`,
          })),
        ]}
      />
      {/* The list is sorted by its heads. */}
      {view === undefined && (
        <Select
          aria-label="Ordenar por"
          placeholder="Ordenar por"
          value={SORTS.find(({ value }) => value === sort)?.value}
          onChange={(value) => onSearch({ sort: value === NEWEST ? undefined : value })}
          options={SORTS}
        />
      )}
      <Segments
        label="Ver como"
        value={view ?? 'cards'}
        onChange={(value) => onSearch({ view: value === 'list' ? value : undefined })}
        options={[
          { value: 'cards', label: 'Cartões' },
          { value: 'list', label: 'Lista' },
        ]}
      />
      <p role="status" className="figure px-1 text-[13px] text-muted">
        {isFiltered(search) ? `${formatCount(shown)} de ${all}` : all}
      </p>
      {isFiltered(search) && (
        <Button look="ghost" size="small" onClick={() => onSearch(NO_FILTERS)}>
          <X size={14} aria-hidden /> Limpar filtros
        </Button>
      )}
    </search>
  );
}
