// What notices on phones say. Nothing of a buyer: a lock screen shows it to everybody.
import { cutText } from '../primitives/text.ts';

export interface SoldOnce {
  /** A decimal, '97.90'. */
  readonly value: string;
  readonly currency: string;
  readonly product: string | null;
  readonly campaign: string | null;
}

interface NoticeText {
  readonly title: string;
  readonly body: string;
}

/** A lock screen cuts longer ones by itself, and a push service takes 4 kB. */
const NAME_LENGTH_MAX = 80;
const short = (text: string) => (text.length > NAME_LENGTH_MAX ? `${cutText(text, NAME_LENGTH_MAX - 1)}…` : text);

export const oneSoldText = ({ value, currency, product, campaign }: SoldOnce): NoticeText => ({
  title: `Venda! ${money(value, currency)}`,
  body:
    [product, campaign].flatMap((text) => (text ? [short(text)] : [])).join(' · ') || 'Abra o painel para ver a venda.',
});

/** `sums`: one for each currency. */
export const manySoldText = (
  count: number,
  sums: readonly { readonly value: string; readonly currency: string }[],
): NoticeText => ({
  title: `${count} vendas! ${sums.map(({ value, currency }) => money(value, currency)).join(' + ')}`,
  body: 'Abra o painel para ver as vendas.',
});

export const testNoticeText: NoticeText = {
  title: 'Aviso de teste',
  body: 'Os avisos de venda chegam neste aparelho.',
};

export const pushTestTexts = {
  sent: 'O aviso de teste foi enviado.',
  gone: 'Este aparelho não aceita mais avisos e foi removido. Ative os avisos de novo nele.',
};

const money = (value: string, currency: string): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(Number(value));
