import { z } from 'zod';
import { BRL, Currency, ExchangeRate, MoneySum } from '../primitives/money.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { defineContract } from './define-contract.ts';

/** The value of one unit of a currency in BRL on a day. A day without a rate takes the latest before it. */
export const DailyRate = z.object({ currency: Currency, day: TenantDay, rate: ExchangeRate });
export type DailyRate = z.infer<typeof DailyRate>;

const ForeignCurrency = Currency.refine((currency) => currency !== BRL, 'A moeda da empresa não tem cotação.');

/** `rate` may also be a JSON number; null takes the day's rate away. */
const DailyRateChange = z.object({
  currency: ForeignCurrency,
  day: TenantDay,
  rate: z.union([ExchangeRate, z.number().transform(String).pipe(ExchangeRate)]).nullable(),
});

export const RATES_CHANGED_MAX = 1_000;

export const listExchangeRates = defineContract('exchange-rates.list', 'GET /api/exchange-rates', 'admin', {
  summary: 'The company’s own rates to BRL, by currency, newest day first.',
  response: z.array(DailyRate),
});

export const listBankRates = defineContract('exchange-rates.bank', 'GET /api/exchange-rates/bank', 'admin', {
  summary:
    'The newest closing rate of the Central Bank (PTAX, for sale) of each currency. It holds for the days before the first own rate of the currency, and for all days where there is none.',
  response: z.array(DailyRate),
});

export const setExchangeRates = defineContract('exchange-rates.set', 'PUT /api/exchange-rates', 'admin', {
  fresh: true,
  summary:
    'Sets the rates of these days and leaves the others as they are; `rate: null` takes one away. Sales in these currencies are computed anew.',
  body: z.array(DailyRateChange).min(1, 'Informe ao menos uma cotação.').max(RATES_CHANGED_MAX),
  response: z.array(DailyRate),
});

export const listRecomputing = defineContract(
  'exchange-rates.recomputing',
  'GET /api/exchange-rates/recomputing',
  'admin',
  {
    summary:
      'Currencies whose conversions are being computed again because a rate changed, and how many of them are: figures are of the old and the new rates until all are. A change of few conversions is done at once, and is not here.',
    response: z.array(z.object({ currency: z.string(), computed: z.number().int(), conversions: z.number().int() })),
  },
);

export const listMissingRates = defineContract('exchange-rates.missing', 'GET /api/exchange-rates/missing', 'admin', {
  summary:
    'The days whose sales in a foreign currency count without revenue, and whose spend is in no sum, because there is no rate, of the company or the Central Bank: of the last 400, newest first.',
  response: z.array(
    z.object({ currency: z.string(), day: TenantDay, conversions: z.number(), value: MoneySum, spend: MoneySum }),
  ),
});
