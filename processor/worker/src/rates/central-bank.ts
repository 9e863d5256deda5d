// The closing rates of the Central Bank of Brazil (PTAX), by its public service: no key, one question for each currency.
import { boundedText } from '@tracker/infra/http/bounded-text';
import { ExchangeRate } from '@tracker/schemas/primitives/money';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';

/** Those that the bank has rates of. */
export const BANK_CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'JPY', 'DKK', 'NOK', 'SEK'] as const;

export interface ClosingRate {
  readonly day: TenantDay;
  readonly rate: ExchangeRate;
}

/** Rejects when the service does not answer as it should. */
export type AskBank = (
  currency: string,
  days: { readonly first: TenantDay; readonly last: TenantDay },
  signal?: AbortSignal,
) => Promise<ClosingRate[]>;

const DEADLINE_MS = 30_000;
/** Five bulletins a day over 400 days have some 300 kB. */
const ANSWER_BYTES_MAX = 2_000_000;
/** The bulletin of a day's mean; those through the day have other names. Older days have the shorter one. */
const CLOSING: ReadonlySet<string> = new Set(['Fechamento PTAX', 'Fechamento']);

const Answer = z.object({
  value: z.array(
    z.object({
      // '2026-11-20 13:04:27.123', in Brasília
      dataHoraCotacao: z
        .string()
        .transform((text) => text.slice(0, 10))
        .pipe(TenantDay),
      cotacaoVenda: z.number().positive(),
      tipoBoletim: z.string(),
    }),
  ),
});

export const createAskBank =
  (baseUrl: string): AskBank =>
  async (currency, { first, last }, signal) => {
    // The service reads parameters only with these signs as they are.
    const asked = [
      `@moeda='${currency}'`,
      `@dataInicial='${american(first)}'`,
      `@dataFinalCotacao='${american(last)}'`,
      '$select=cotacaoVenda,dataHoraCotacao,tipoBoletim',
      '$top=10000',
      '$format=json',
    ].join('&');
    const call = 'CotacaoMoedaPeriodo(moeda=@moeda,dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)';
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch(`${baseUrl}/${call}?${asked}`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    if (!response.ok) throw new Error(`the Central Bank answered ${response.status}`);
    const { value } = Answer.parse(JSON.parse(await boundedText(response, ANSWER_BYTES_MAX, tooLong)));
    // A day that was not asked for, such as one to come, would be the last one known: no other would be asked for until then.
    const rates = value.filter(
      ({ tipoBoletim, dataHoraCotacao: day }) => CLOSING.has(tipoBoletim) && day >= first && day <= last,
    );
    return rates.map(({ dataHoraCotacao: day, cotacaoVenda }) => ({
      day,
      rate: ExchangeRate.parse(String(Number(cotacaoVenda.toFixed(8)))),
    }));
  };

const tooLong = () => new Error('the answer of the Central Bank is too long');

/** '11-20-2026' */
function american(day: TenantDay): string {
  const [year, month, date] = day.split('-');
  return `${month}-${date}-${year}`;
}
