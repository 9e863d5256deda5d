import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { eventSchema } from './envelope.ts';

/**
 * From this moment a tenant does something else with its conversions without a key: those received since then are decided about again,
 * because some may have been processed before the rule was stored. The rules are in Postgres.
 */
export const UnverifiedRulesChangedEvent = eventSchema('unverified-rules-changed', 1, z.object({ from: Instant }));
export type UnverifiedRulesChangedEvent = z.infer<typeof UnverifiedRulesChangedEvent>;
