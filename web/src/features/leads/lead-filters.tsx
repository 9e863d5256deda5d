import type { LeadStatus } from '@tracker/schemas/contracts/leads.contract';
import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ListFilters } from '../../ui/filter-sheet.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { withChosen } from '../../ui/with-chosen.ts';
import { STATUS_OPTIONS, sourceLabel } from './lead-texts.ts';
import { useCampaigns, useLeadAnalytics } from './queries.ts';
import { isFiltered, type LeadSearch } from './search.ts';

/** A select cannot hold an empty value. */
const ALL = '*';

interface LeadFiltersProps {
  search: LeadSearch;
  onSearch: (change: LeadSearch, options?: { replace?: boolean }) => void;
}

export function LeadFilters({ search, onSearch }: LeadFiltersProps) {
  const { status, source, campaign, q } = search;
  const sources = (useLeadAnalytics().data?.leadsBySource ?? []).map((one) => ({
    value: one.source,
    label: sourceLabel(one.source),
  }));
  const campaigns = (useCampaigns().data ?? []).map(({ campaignId, name }) => ({
    value: campaignId as string,
    label: name,
  }));
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Buscar por nome, email ou telefone"
        placeholder="Buscar por nome, email ou telefone"
        value={q ?? ''}
        onChange={(text) => onSearch({ q: text || undefined }, { replace: true })}
        className="max-sm:grow max-sm:basis-44 sm:w-72"
      />
      <ListFilters
        count={[status, source, campaign].filter(Boolean).length}
        filters={[
          {
            label: 'Status',
            control: (
              <Select
                aria-label="Status"
                value={status ?? ALL}
                onChange={(value) => onSearch({ status: value === ALL ? undefined : (value as LeadStatus) })}
                options={[{ value: ALL, label: 'Todos os status' }, ...STATUS_OPTIONS]}
              />
            ),
          },
          {
            label: 'Fonte',
            control: (
              <Select
                aria-label="Fonte"
                value={source ?? ALL}
                onChange={(value) => onSearch({ source: value === ALL ? undefined : value })}
                options={[{ value: ALL, label: 'Todas as fontes' }, ...withChosen(sources, source, sourceLabel)]}
              />
            ),
          },
          {
            label: 'Campanha',
            control: (
              <Select
                aria-label="Campanha"
                value={campaign ?? ALL}
                onChange={(value) => onSearch({ campaign: value === ALL ? undefined : value })}
                options={[{ value: ALL, label: 'Todas as campanhas' }, ...withChosen(campaigns, campaign)]}
              />
            ),
          },
        ]}
      />
      {isFiltered(search) && (
        <Button
          look="ghost"
          size="small"
          onClick={() => onSearch({ status: undefined, source: undefined, campaign: undefined, q: undefined })}
        >
          <X size={14} aria-hidden /> Limpar filtros
        </Button>
      )}
    </search>
  );
}
