import { CONVERSION_STATUSES } from '@tracker/schemas/checkouts/conversion-status';
import { PAYMENT_METHODS } from '@tracker/schemas/checkouts/sold';
import type { BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import { PAYMENTS } from '@tracker/schemas/texts/conversions';
import { X } from 'lucide-react';
import { CheckoutFilter } from '../../checkouts/checkout-filter.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { STATUSES } from './conversion-texts.ts';
import { type ConversionFilters, isFiltered, NO_FILTERS } from './filters.ts';
import { useCampaigns, useProducts } from './queries.ts';
import type { ConversionSearch } from './search.ts';

/** A select cannot hold an empty value. */
const ALL = '*';
const SEARCHED = 'Buscar por transação, clique ou campanha';

const VERIFIED = [
  { value: ALL, label: 'Com e sem chave' },
  { value: 'true', label: 'Verificadas' },
  { value: 'false', label: 'Não verificadas' },
] as const;

/** A chargeback that was taken back is a conversion in its status before. */
const STATUS_OPTIONS = [
  { value: ALL, label: 'Todos os status' },
  ...CONVERSION_STATUSES.filter((status) => status !== 'chargeback_reversed').map((status) => ({
    value: status,
    label: STATUSES[status].label,
  })),
] as const;

const TRACKING_OPTIONS = [
  { value: ALL, label: 'Com e sem tracking' },
  { value: 'with', label: 'Com Tracking' },
  { value: 'direct', label: 'Conversão Direta' },
] as const;

const PAYMENT_OPTIONS = [
  { value: ALL, label: 'Todas as formas' },
  ...PAYMENT_METHODS.map((method) => ({ value: method, label: PAYMENTS[method] })),
] as const;

interface ConversionFilterBarProps {
  search: ConversionSearch;
  filters: ConversionFilters;
  onSearch: (change: ConversionSearch, options?: { replace?: boolean }) => void;
}

export function ConversionFilterBar({ search, filters, onSearch }: ConversionFilterBarProps) {
  const { campaign, q, verified, product } = search;
  const { status, tracking, checkout, payment } = filters;
  const products = productOptions(useProducts(filters).data ?? [], product);
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
      <Select
        aria-label="Verificação"
        value={verified === undefined ? ALL : verified ? 'true' : 'false'}
        onChange={(value) => onSearch({ verified: value === ALL ? undefined : value === 'true' })}
        options={VERIFIED}
      />
      <Select
        aria-label="Status"
        value={status ?? ALL}
        onChange={(value) => onSearch({ status: value === ALL ? undefined : value })}
        options={STATUS_OPTIONS}
      />
      <Select
        aria-label="Tracking"
        value={tracking ?? ALL}
        onChange={(value) => onSearch({ tracking: value === ALL ? undefined : value })}
        options={TRACKING_OPTIONS}
      />
      <CheckoutFilter
        aria-label="Checkout"
        value={checkout}
        onChange={(value) => onSearch({ checkout: value })}
        all="Todos os checkouts"
      />
      <Select
        aria-label="Pagamento"
        value={payment ?? ALL}
        onChange={(value) => onSearch({ payment: value === ALL ? undefined : value })}
        options={PAYMENT_OPTIONS}
      />
      <Select
        aria-label="Produto"
        value={product ?? ALL}
        onChange={(value) => onSearch({ product: value === ALL ? undefined : value })}
        options={[{ value: ALL, label: 'Todos os produtos' }, ...products]}
      />
      {isFiltered(search) && (
        <Button look="ghost" size="small" onClick={() => onSearch(NO_FILTERS)}>
          <X size={14} aria-hidden /> Limpar filtros
        </Button>
      )}
    </search>
  );
}

/** The products of the period, and the one that the URL names. */
function productOptions(rows: readonly Pick<BreakdownRow, 'keys' | 'names'>[], chosen: string | undefined) {
  const known = rows.flatMap(({ keys: [key], names: [name] }) =>
    typeof key === 'string' ? [{ value: key, label: name ?? key }] : [],
  );
  const isUnknown = chosen !== undefined && !known.some(({ value }) => value === chosen);
  return isUnknown ? [...known, { value: chosen, label: chosen }] : known;
}
