import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useCampaigns } from './queries.ts';
import { type ConversionSearch, isFiltered, NO_FILTERS } from './search.ts';

/** A select cannot hold an empty value. */
const ALL = '*';
const SEARCHED = 'Buscar por transação, clique ou campanha';

const VERIFIED = [
  { value: ALL, label: 'Com e sem chave' },
  { value: 'true', label: 'Verificadas' },
  { value: 'false', label: 'Não verificadas' },
] as const;

interface ConversionFilterBarProps {
  search: ConversionSearch;
  onSearch: (change: ConversionSearch, options?: { replace?: boolean }) => void;
}

export function ConversionFilterBar({ search, onSearch }: ConversionFilterBarProps) {
  const { campaign, q, verified } = search;
  const campaigns = useCampaigns().data ?? [];
  const known = campaigns.map(({ campaignId, name }) => ({ value: campaignId, label: name }));
  // What the URL names stands in the list, also when it is no campaign any more.
  const isUnknown = campaign !== undefined && !known.some(({ value }) => value === campaign);
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField
        label={SEARCHED}
        value={q ?? ''}
        onChange={(text) => onSearch({ q: text || undefined }, { replace: true })}
        className="w-full sm:w-80"
      />
      {(known.length > 1 || campaign !== undefined) && (
        <Select
          aria-label="Campanha"
          value={campaign ?? ALL}
          onChange={(value) => onSearch({ campaign: value === ALL ? undefined : value })}
          options={[
            { value: ALL, label: 'Todas as campanhas' },
            ...known,
            ...(isUnknown ? [{ value: campaign, label: campaign }] : []),
          ]}
        />
      )}
      <Select
        aria-label="Verificação"
        value={verified === undefined ? ALL : verified ? 'true' : 'false'}
        onChange={(value) => onSearch({ verified: value === ALL ? undefined : value === 'true' })}
        options={VERIFIED}
      />
      {isFiltered(search) && (
        <Button look="ghost" size="small" onClick={() => onSearch(NO_FILTERS)}>
          <X size={14} aria-hidden /> Limpar filtros
        </Button>
      )}
    </search>
  );
}
