import { adPlatformName } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { SpendImport, SpendRow } from '@tracker/schemas/contracts/spend.contract';
import { addMoney, BRL, type Currency, type MoneySum } from '@tracker/schemas/primitives/money';
import { formatCurrency } from '../../format/currencies.ts';
import { formatDay } from '../../format/days.ts';
import { formatCount, formatCounted } from '../../format/figures.ts';

/** 'google' → 'Google'; an ad platform by its own name. */
export function sourceLabel(source: string): string {
  const name = adPlatformName(source);
  return name === source ? source.charAt(0).toLocaleUpperCase('pt-BR') + source.slice(1) : name;
}

/** What people often enter; anything else can be typed. */
export const COMMON_SOURCES = ['google', 'tiktok', 'kwai', 'taboola', 'influenciador'] as const;

/** In BRL first; what is set aside counts nowhere. */
export function totalText(rows: readonly Pick<SpendRow, 'amount' | 'currency' | 'isSetAside'>[]): string {
  const totals = new Map<Currency, MoneySum>();
  for (const { amount, currency, isSetAside } of rows) {
    if (isSetAside) continue;
    const before = totals.get(currency);
    totals.set(currency, before === undefined ? amount : addMoney(before, amount));
  }
  return amountsText([...totals].map(([currency, amount]) => ({ currency, amount })));
}

const amountsText = (totals: SpendImport['totals']): string =>
  totals
    .toSorted((a, b) => Number(b.currency === BRL) - Number(a.currency === BRL) || a.currency.localeCompare(b.currency))
    .map(({ amount, currency }) => formatCurrency(amount, currency))
    .join(' + ') || formatCurrency('0', BRL);

/** '9 linhas novas, 2 já lançadas, 3 com erro' */
export const countsText = ({ imported, duplicates, errors }: SpendImport): string =>
  [
    formatCounted(imported, 'linha nova', 'linhas novas'),
    ...(duplicates > 0 ? [formatCounted(duplicates, 'já lançada', 'já lançadas')] : []),
    ...(errors.length > 0 ? [`${formatCount(errors.length)} com erro`] : []),
  ].join(', ');

/** 'De 18/11/2026 a 19/11/2026 · R$ 1.244,56'; empty when nothing is new. */
export function contentText({ days, totals }: SpendImport): string {
  if (!days) return '';
  const from =
    days.first === days.last ? formatDay(days.first) : `De ${formatDay(days.first)} a ${formatDay(days.last)}`;
  return `${from} · ${amountsText(totals)}`;
}

/** What became of rows that are neither new nor wrong. */
export const notesOn = ({ skipped, spread, replaced }: SpendImport): string[] => [
  ...(spread > 0 ? [`${formatCounted(spread, 'linha distribuída', 'linhas distribuídas')} por vários dias`] : []),
  ...(replaced > 0
    ? [`${formatCounted(replaced, 'valor lançado antes é substituído', 'valores lançados antes são substituídos')}`]
    : []),
  ...(skipped > 0 ? [`${formatCounted(skipped, 'linha', 'linhas')} de total ou sem gasto`] : []),
];

export const importLabel = (imported: number): string => `Importar ${formatCounted(imported, 'linha', 'linhas')}`;
