import { PushSettings } from '@tracker/schemas/contracts/push.contract';
import { readAmount, TYPED } from '@tracker/schemas/spend/written-amounts';
import { mistakesIn } from '../../data/mistakes.ts';
import { formatMoney } from '../../format/figures.ts';

/** The form, as typed. */
export interface NoticeInput {
  mode: PushSettings['mode'];
  /** In reais, '1.234,56'; '' for every sale. */
  minCents: string;
  isQuiet: boolean;
  from: string;
  until: string;
}

type Parsed =
  | { body: PushSettings; errors?: never }
  | { body?: never; errors: Partial<Record<keyof NoticeInput, string>> };

export const inputOf = ({ mode, minCents, quiet }: PushSettings): NoticeInput => ({
  mode,
  minCents: minCents === 0 ? '' : (minCents / 100).toFixed(2).replace('.', ','),
  isQuiet: quiet !== null,
  from: String(quiet?.from ?? 22),
  until: String(quiet?.until ?? 7),
});

export function settingsOf({ mode, minCents, isQuiet, from, until }: NoticeInput): Parsed {
  const cents = minCents.trim() === '' ? 0 : centsOf(minCents.trim());
  if (cents === undefined) return { errors: { minCents: 'Informe o valor, como 1.234,56.' } };
  const hours = isQuiet ? { from: Number(from), until: Number(until) } : null;
  const { data, error } = PushSettings.safeParse({ mode, minCents: cents, quiet: hours });
  if (data) return { body: data };
  const { quiet, ...errors } = mistakesIn(error);
  return { errors: { ...errors, ...(quiet && { until: quiet }) } };
}

function centsOf(typed: string): number | undefined {
  const amount = readAmount(typed, TYPED, 'hint');
  const cents = Math.round(Number(amount) * 100);
  return amount === undefined || Math.abs(Number(amount) * 100 - cents) > 1e-6 ? undefined : cents;
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** 'Cada venda a partir de R$ 100,00 · silêncio das 22:00 às 07:00' */
export function settingsText({ mode, minCents, quiet }: PushSettings): string {
  const from = minCents === 0 ? '' : ` a partir de ${formatMoney(minCents / 100)}`;
  const which = mode === 'each' ? `Cada venda${from}` : `Resumo por hora${from && ` das vendas${from}`}`;
  return quiet ? `${which} · silêncio das ${hourText(quiet.from)} às ${hourText(quiet.until)}` : which;
}
