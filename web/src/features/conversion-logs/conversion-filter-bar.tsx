import { CONVERSION_STATUSES } from '@tracker/schemas/checkouts/conversion-status';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { PAYMENT_METHODS } from '@tracker/schemas/checkouts/sold';
import type { BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import { PAYMENTS } from '@tracker/schemas/texts/conversions';
import { CheckoutFilter } from '../../checkouts/checkout-filter.tsx';
import { FilterItems, moreFilters } from '../../filters/filter-bar.tsx';
import { ChoiceSelect } from '../../ui/choice-select.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { FilterSheet } from '../../ui/filter-sheet.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { withChosen } from '../../ui/with-chosen.ts';
import { ViewBar } from '../../views/view-bar.tsx';
import { STATUSES } from './conversion-texts.ts';
import { type ConversionFilters, isFiltered, NO_FILTERS } from './filters.ts';
import { useCampaigns, useProducts } from './queries.ts';
import type { ConversionSearch } from './search.ts';

const SEARCHED = 'Buscar por transação, click ou campanha';

/** A filter of the sheet; its value is undefined where it is not set. */
interface Field {
  label: string;
  all: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  choose: (value: string | undefined) => void;
}

const VERIFIED = [
  { value: 'true', label: 'Verificadas' },
  { value: 'false', label: 'Não verificadas' },
];

/** A chargeback that was taken back is a conversion in its status before. */
const STATUS_OPTIONS = CONVERSION_STATUSES.filter((status) => status !== 'chargeback_reversed').map((status) => ({
  value: status,
  label: STATUSES[status].label,
}));

const TRACKING_OPTIONS = [
  { value: 'with', label: 'Com Tracking' },
  { value: 'direct', label: 'Conversão Direta' },
] as const;

const PAYMENT_OPTIONS = PAYMENT_METHODS.map((method) => ({ value: method, label: PAYMENTS[method] }));

interface ConversionFilterBarProps {
  search: ConversionSearch;
  filters: ConversionFilters;
  onSearch: (change: ConversionSearch, options?: { replace?: boolean }) => void;
}

/** The search, one sheet of all filters, the views of them, and what is set as chips. */
export function ConversionFilterBar({ search, filters, onSearch }: ConversionFilterBarProps) {
  const fields = useFields({ search, filters, onSearch });
  const { checkout, startDate, endDate } = filters;
  const { f = [] } = search;
  const ofFigures = {
    ...{ filters: f, days: { from: startDate, to: endDate }, fact: 'sales' as const },
    onFilters: (next: readonly string[]) => onSearch({ f: next.length > 0 ? next : undefined }),
  };
  const chips = fields.flatMap(({ label, options, value, choose }) =>
    value === undefined
      ? []
      : [
          {
            text: `${label}: ${options.find((option) => option.value === value)?.label ?? value}`,
            onRemove: () => choose(undefined),
          },
        ],
  );
  const ofCheckout = checkout && {
    text: `Checkout: ${CHECKOUTS[checkout].label}`,
    onRemove: () => onSearch({ checkout: undefined }),
  };
  const all = ofCheckout ? [...chips, ofCheckout] : chips;
  const controls = fields.map(({ label, all: ofAll, options, value, choose }) => ({
    label,
    control: <ChoiceSelect label={label} all={ofAll} value={value} onChange={choose} options={options} />,
  }));
  const checkoutControl = (
    <CheckoutFilter
      aria-label="Checkout"
      value={checkout}
      onChange={(value) => onSearch({ checkout: value })}
      all="Todos os checkouts"
    />
  );
  return (
    <search className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={SEARCHED}
          value={search.q ?? ''}
          onChange={(text) => onSearch({ q: text || undefined }, { replace: true })}
          className="max-sm:grow max-sm:basis-44 sm:w-80"
        />
        <FilterSheet
          count={all.length + f.length}
          filters={[...controls, { label: 'Checkout', control: checkoutControl }]}
          more={moreFilters(ofFigures)}
        />
        {/* In a line that is there: they come late. */}
        <ViewBar
          screen="conversion-logs"
          filters={search}
          onFilters={({ f: next }, options) => onSearch({ f: next }, options)}
        />
      </div>
      {isFiltered(search) && (
        <FilterChips chips={all} onClear={() => onSearch(NO_FILTERS)}>
          {f.length > 0 && <FilterItems {...ofFigures} />}
        </FilterChips>
      )}
    </search>
  );
}

function useFields({ search, filters, onSearch }: ConversionFilterBarProps): readonly Field[] {
  const { campaign, verified, product } = search;
  const { status, tracking, payment } = filters;
  const campaigns = useCampaigns().data ?? [];
  const products = productOptions(useProducts(filters).data ?? []);
  return [
    {
      ...{ label: 'Status', all: 'Todos os status', options: STATUS_OPTIONS, value: status },
      choose: (value) => onSearch({ status: value }),
    },
    {
      ...{ label: 'Campanha', all: 'Todas as campanhas', value: campaign },
      options: withChosen(
        campaigns.map(({ campaignId, name }) => ({ value: campaignId, label: name })),
        campaign,
      ),
      choose: (value) => onSearch({ campaign: value }),
    },
    {
      ...{ label: 'Produto', all: 'Todos os produtos', options: withChosen(products, product), value: product },
      choose: (value) => onSearch({ product: value }),
    },
    {
      ...{ label: 'Pagamento', all: 'Todas as formas', options: PAYMENT_OPTIONS, value: payment },
      choose: (value) => onSearch({ payment: value }),
    },
    {
      ...{ label: 'Tracking', all: 'Com e sem tracking', options: TRACKING_OPTIONS, value: tracking },
      choose: (value) => onSearch({ tracking: TRACKING_OPTIONS.find((option) => option.value === value)?.value }),
    },
    {
      ...{ label: 'Verificação', all: 'Com e sem chave', options: VERIFIED },
      value: verified === undefined ? undefined : String(verified),
      choose: (value) => onSearch({ verified: value === undefined ? undefined : value === 'true' }),
    },
  ];
}

/** Of the period. */
const productOptions = (rows: readonly Pick<BreakdownRow, 'keys' | 'names'>[]) =>
  rows.flatMap(({ keys: [key], names: [name] }) =>
    typeof key === 'string' ? [{ value: key, label: name ?? key }] : [],
  );
