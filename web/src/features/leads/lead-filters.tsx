import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ChoiceSelect } from '../../ui/choice-select.tsx';
import { ListFilters } from '../../ui/filter-sheet.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { withChosen } from '../../ui/with-chosen.ts';
import { STATUS_OPTIONS, sourceLabel } from './lead-texts.ts';
import { useCampaigns, useLeadAnalytics } from './queries.ts';
import { isFiltered, type LeadSearch } from './search.ts';

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
              <ChoiceSelect
                label="Status"
                all="Todos os status"
                value={status}
                onChange={(next) => onSearch({ status: next })}
                options={STATUS_OPTIONS}
              />
            ),
          },
          {
            label: 'Fonte',
            control: (
              <ChoiceSelect
                label="Fonte"
                all="Todas as fontes"
                value={source}
                onChange={(next) => onSearch({ source: next })}
                options={withChosen(sources, source, sourceLabel)}
              />
            ),
          },
          {
            label: 'Campanha',
            control: (
              <ChoiceSelect
                label="Campanha"
                all="Todas as campanhas"
                value={campaign}
                onChange={(next) => onSearch({ campaign: next })}
                options={withChosen(campaigns, campaign)}
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
