import {
  listBankRates,
  listExchangeRates,
  listMissingRates,
  listRecomputing,
  setExchangeRates,
} from '@tracker/schemas/contracts/exchange-rates.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createExchangeRateService } from './service.ts';

export function exchangeRateRoutes(
  router: ContractRouter,
  deps: Parameters<typeof createExchangeRateService>[0],
): void {
  const rates = createExchangeRateService(deps);
  router.implement(listExchangeRates, ({ principal }) => rates.list(principal));
  router.implement(listBankRates, () => rates.ofBank());
  router.implement(setExchangeRates, ({ principal, body }) => rates.set(principal, body));
  router.implement(listRecomputing, ({ principal }) => rates.recomputing(principal));
  router.implement(listMissingRates, ({ principal }) => rates.missing(principal));
}
