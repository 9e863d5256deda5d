import { X } from 'lucide-react';
import { moreFilters } from '../../filters/filter-bar.tsx';
import { formatCount } from '../../format/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ChoiceSelect } from '../../ui/choice-select.tsx';
import { ListFilters } from '../../ui/filter-sheet.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { withChosen } from '../../ui/with-chosen.ts';
import { sourceLabel } from './click-texts.ts';
import { type ClickFilters as Filters, useCampaigns, useClickSources } from './queries.ts';
import { type ClickSearch, isFiltered, NO_FILTERS } from './search.ts';

const DIRECT = 'direct';

interface ClickFiltersProps {
  search: ClickSearch;
  filters: Filters;
  onSearch: (change: ClickSearch, options?: { replace?: boolean }) => void;
}

export function ClickFilters({ search, filters, onSearch }: ClickFiltersProps) {
  const { campaign, source, q, bots, f = [] } = search;
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Buscar por click ID, campanha, fonte, referência ou navegador"
        placeholder="Click ID, campanha, fonte, referência…"
        value={q ?? ''}
        onChange={(text) => onSearch({ q: text || undefined }, { replace: true })}
        className="max-sm:grow max-sm:basis-44 sm:w-72"
      />
      <ListFilters
        count={[campaign, source, bots].filter(Boolean).length + f.length}
        more={moreFilters({
          ...{ filters: f, days: { from: filters.startDate, to: filters.endDate }, fact: 'clicks' },
          onFilters: (next) => onSearch({ f: next }),
        })}
        filters={[
          {
            label: 'Campanha',
            control: <CampaignSelect value={campaign} onChange={(next) => onSearch({ campaign: next })} />,
          },
          {
            label: 'Fonte',
            control: <SourceSelect filters={filters} value={source} onChange={(next) => onSearch({ source: next })} />,
          },
          {
            label: 'Robôs',
            control: (
              <span className="sm:px-1">
                <Checkbox
                  label="Mostrar robôs"
                  isChecked={bots === '1'}
                  onChange={(isChecked) => onSearch({ bots: isChecked ? '1' : undefined })}
                />
              </span>
            ),
          },
        ]}
      />
      {isFiltered(search) && (
        <Button look="ghost" size="small" onClick={() => onSearch(NO_FILTERS)}>
          <X size={14} aria-hidden /> Limpar filtros
        </Button>
      )}
    </search>
  );
}

interface ChoiceProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function CampaignSelect({ value, onChange }: ChoiceProps) {
  const campaigns = useCampaigns().data ?? [];
  const options = campaigns.map(({ campaignId, name }) => ({ value: campaignId as string, label: name }));
  return (
    <ChoiceSelect
      label="Campanha"
      all="Todas as campanhas"
      value={value}
      onChange={onChange}
      options={withChosen(options, value)}
      className="max-w-64"
    />
  );
}

/** All, direct, or one that clicks of the range really have. */
function SourceSelect({ filters, value, onChange }: ChoiceProps & { filters: Filters }) {
  const sources = useClickSources(filters).data ?? [];
  const options = sources
    .filter(({ source }) => source !== null && source !== DIRECT)
    .map(({ source, clicks }) => ({ value: source ?? '', label: `${source} (${formatCount(clicks)})` }));
  return (
    <ChoiceSelect
      label="Fonte"
      all="Todas as fontes"
      value={value}
      onChange={onChange}
      options={[
        { value: DIRECT, label: sourceLabel(DIRECT) },
        ...withChosen(options, value === DIRECT ? undefined : value),
      ]}
      className="max-w-64"
    />
  );
}
