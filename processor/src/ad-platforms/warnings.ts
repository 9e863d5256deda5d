import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { FetchedSpend } from './fetch-spend.ts';
import type { Link } from './links.ts';
import type { SpendValue } from './spend-value.ts';

/** What is odd about a link's figures although they came; null when nothing is. */
export function warningOf(
  link: Link,
  companyZone: TimeZone,
  { daysWithoutRate, isWithoutAds }: Pick<SpendValue, 'daysWithoutRate'> & Pick<FetchedSpend, 'isWithoutAds'>,
): string | null {
  const warnings: string[] = [];
  if (link.timeZone !== companyZone && link.dayBasis === 'account') {
    warnings.push(`Os dias são os da conta de anúncios (${link.timeZone}), não os da empresa (${companyZone}).`);
  }
  if (daysWithoutRate > 0) {
    const days = daysWithoutRate === 1 ? '1 dia com gasto' : `${daysWithoutRate} dias com gasto`;
    warnings.push(
      `Falta a cotação de ${link.currency} em ${days}: esse gasto não entra nas somas. Informe-a em Webhook, Cotações de moedas.`,
    );
  }
  if (isWithoutAds) warnings.push('O Facebook não informou o gasto de cada anúncio: só o da campanha foi atualizado.');
  return warnings.length === 0 ? null : warnings.join(' ');
}
