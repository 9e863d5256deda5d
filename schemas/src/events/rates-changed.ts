import { z } from 'zod';
import { Currency } from '../primitives/money.ts';
import { eventSchema } from './envelope.ts';

/**
 * The exchange rates of a tenant for this currency changed: its conversions in that currency are recomputed. The rates are in
 * Postgres.
 */
export const RatesChangedEvent = eventSchema('rates-changed', 1, z.object({ currency: Currency }));
export type RatesChangedEvent = z.infer<typeof RatesChangedEvent>;
