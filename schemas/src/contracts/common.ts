import { z } from 'zod';
import { CursorText, PAGE_SIZE_MAX } from '../primitives/pagination.ts';
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

/** Whether its answer has a body. */
export const hasBody = ({ response }: { readonly response: z.ZodType }): boolean => response !== NoContent;

/** A ratio or amount in the figures: finite, never text. */
export const Figure = z.number();

/** What a list of clicks, page views or conversions, its totals and its file are asked with alike. */
export const EventFilters = DayRangeQuery.extend({
  campaignId: z.string().max(64).optional(),
  /** 'direct': without a source. */
  source: z.string().max(256).optional(),
  q: z.string().trim().max(256).optional(),
});
/** Without the total of a list where counting all of it takes longer than finding a page; the totals of the list say it. */
export const TotalLater = z.literal('later').optional();
/** A list of them in pages. */
export const paging = {
  limit: queryInteger(1, PAGE_SIZE_MAX, PAGE_SIZE_MAX),
  cursor: CursorText.optional(),
};

/** Who set it up; null: from before that was stored. Without a name: a person who is no member any more. */
export const MadeBy = z.object({ id: z.string(), name: z.string().nullable() }).nullable();
export type MadeBy = z.infer<typeof MadeBy>;
