import type { RatesChangedEvent } from '@tracker/schemas/events/rates-changed';
import type { ChangedCurrency } from '../batch/changes.ts';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

export const toChangedCurrency = () =>
  step<{ readonly event: RatesChangedEvent }, ChangedCurrency>('to-changed-currency', ({ event }) =>
    ok({ tenantId: event.tenantId, currency: event.payload.currency }),
  );
