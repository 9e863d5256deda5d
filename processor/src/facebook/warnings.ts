import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Link } from './links.ts';
import type { SpendValue } from './spend-value.ts';

/** What is odd about a link's figures although they came; null when nothing is. */
export function warningOf(link: Link, companyZone: TimeZone, { daysWithoutRate }: SpendValue): string | null {
  const warnings: string[] = [];
  if (link.timeZone !== companyZone && link.dayBasis === 'account') {
    warnings.push(`Os dias são os da conta de anúncios (${link.timeZone}), não os da empresa (${companyZone}).`);
  }
  if (daysWithoutRate > 0) {
    const days = daysWithoutRate === 1 ? '1 dia com gasto' : `${daysWithoutRate} dias com gasto`;
    warnings.push(`Falta a cotação de ${link.currency} em ${days}: esse gasto não entra nas somas. Informe-a em Webhook, Cotações de moedas.`);
  }
  return warnings.length === 0 ? null : warnings.join(' ');
}
