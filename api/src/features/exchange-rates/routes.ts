import {
  listBankRates,
  listExchangeRates,
  listMissingRates,
  setExchangeRates,
} from '@tracker/schemas/contracts/exchange-rates.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { ExchangeRateService } from './service.ts';

export function exchangeRateRoutes(router: ContractRouter, rates: ExchangeRateService): void {
  router.implement(listExchangeRates, ({ principal }) => rates.list(principal));
  router.implement(listBankRates, () => rates.ofBank());
  router.implement(setExchangeRates, ({ principal, body }) => rates.set(principal, body));
  router.implement(listMissingRates, ({ principal }) => rates.missing(principal));
}
