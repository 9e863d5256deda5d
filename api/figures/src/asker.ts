// Who asks, and what they may ask: over which tenants, within which rows, metrics, dimensions and days. A question is checked here and nowhere else.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Action } from '@tracker/schemas/actions';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import type { FigureFilter } from '@tracker/schemas/figures/figure-query';
import { type FigureMetric, metricOf, type Sum } from '@tracker/schemas/figures/metrics';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { GroupedBy } from './sql/dimension-sql.ts';
import type { Tenant } from './tenant.ts';

/** What an asker sees of the figures of its tenants. */
export interface Within {
  /** All rows of an answer pass them, next to those of the question. */
  readonly filters: readonly FigureFilter[];
  /** Null: all. A sum is shown to those who may ask the metric that is this sum alone. */
  readonly metrics: readonly FigureMetric[] | null;
  /** What may be grouped and filtered by; null: all. */
  readonly dimensions: readonly FigureDimension[] | null;
  /** No day before it, in no period. */
  readonly from?: TenantDay;
}

export const EVERYTHING: Within = { filters: [], metrics: null, dimensions: null };

declare const made: unique symbol;

/** Made by `make-asker.ts`, from a session, an API key, a link or the worker, and by nothing else (ADR 164). */
export interface Asker {
  readonly tenants: readonly [Tenant, ...Tenant[]];
  readonly within: Within;
  readonly actions: readonly Action[];
  /** By whose turn its statements over several tenants run. */
  readonly turn: string;
  readonly [made]: true;
}

/** Of a question about one tenant. @throws TypeError when the asker asks for several */
export function tenantOf({ tenants: [tenant, ...others] }: Pick<Asker, 'tenants'>): Tenant {
  if (others.length > 0) throw new TypeError('this question is about one tenant');
  return tenant;
}

/** What a question names, wherever it does. */
interface Named {
  readonly by?: readonly GroupedBy[];
  readonly filters?: readonly Pick<FigureFilter, 'dim'>[];
  readonly metrics?: readonly FigureMetric[];
  readonly sums?: readonly Sum[];
  /** The first day of each period. */
  readonly days: readonly TenantDay[];
}

/** @throws AppError 403 'outside-of-access' when the question names what its asker may not see */
export function assertWithin({ within }: Asker, { by = [], filters = [], metrics = [], sums = [], days }: Named): void {
  const { dimensions, from } = within;
  const named = [...by.flatMap((one) => (one === 'quarterHour' ? MOMENT : one)), ...filters.map(({ dim }) => dim)];
  const isInside =
    (dimensions === null || named.every((dimension) => dimensions.includes(dimension))) &&
    (within.metrics === null || metrics.every((metric) => within.metrics?.includes(metric))) &&
    sums.every((sum) => seesSum(within, sum)) &&
    (from === undefined || days.every((day) => day >= from));
  if (!isInside) throw new AppError('outside-of-access');
}

/** Of a question that has no filters, and is about all that a tenant has. @throws AppError 403 */
export function assertUnlimited({ within: { filters, metrics, dimensions, from } }: Asker): void {
  const isUnlimited = filters.length === 0 && metrics === null && dimensions === null && from === undefined;
  if (!isUnlimited) throw new AppError('outside-of-access');
}

const MOMENT = ['day', 'hour'] as const;

/** A ratio says nothing of the sums that it is made of. */
export const seesSum = ({ metrics }: Within, sum: Sum): boolean =>
  metrics === null || metrics.some((metric) => metricOf(metric).kind === 'sum' && metricOf(metric).of[0] === sum);
