import { z } from 'zod';
import { TenantDay } from '../primitives/tenant-day.ts';

/** Both ends are days of the tenant's zone, inclusive. The server checks that they are in order and at most 400 days. */
export const DayRangeQuery = z.object({ startDate: TenantDay.optional(), endDate: TenantDay.optional() });

export const RANGE_DAYS_MAX = 400;

/** A whole number in a query string. */
export const queryInteger = (min: number, max: number, byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'Informe um número inteiro.')
    .transform(Number)
    .pipe(z.number().int().min(min, `O mínimo é ${min}.`).max(max, `O máximo é ${max}.`))
    .optional()
    .transform((value) => value ?? byDefault);

export const NoContent = z.null();

/** A ratio or amount in the figures: finite, never text. */
export const Figure = z.number();
