import { z } from 'zod';
import { Currency } from '../primitives/money.ts';
import { eventSchema } from './envelope.ts';

/** The company's exchange rates of this currency changed: its sales in it are computed anew. The rates stand in Postgres. */
export const RatesChangedEvent = eventSchema('rates-changed', 1, z.object({ currency: Currency }));
export type RatesChangedEvent = z.infer<typeof RatesChangedEvent>;
