import { useQuery } from '@tanstack/react-query';
import type { AdLevel } from '@tracker/schemas/ad-platforms/ad-object';
import { AD_OBJECT_IDS_MAX, type ListedAdObject, listAdObjects } from '@tracker/schemas/contracts/ad-objects.contract';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { useMemo } from 'react';
import { contractQuery, polled } from '../data/query-client.ts';

/** Which groups are objects of a platform; the rest of the dimensions are the tenant's own. */
const LEVELS: Readonly<Partial<Record<Dimension, AdLevel>>> = { ad: 'ad', adset: 'adset' };
/** Ids of platforms: other keys were written into links by hand. */
const ID = /^\d{1,40}$/;

export type AdObjectOf = (key: string | null | undefined) => ListedAdObject | undefined;

/** What is set at the platforms for these groups, the first ones. Undefined: of none of them; a failure hides it, since figures are more important. */
export function useAdObjects(
  dimension: Dimension,
  keys: readonly (string | null | undefined)[],
): AdObjectOf | undefined {
  const level = LEVELS[dimension];
  const ids = keys.filter((key): key is string => typeof key === 'string' && ID.test(key)).slice(0, AD_OBJECT_IDS_MAX);
  const { data } = useQuery({
    ...contractQuery(listAdObjects, { query: { level, ids: [...ids].sort().join() } }),
    ...polled,
    enabled: level !== undefined && ids.length > 0,
  });
  return useMemo(() => {
    if (!level || !data || data.length === 0) return undefined;
    const byId = new Map(data.map((object) => [object.id, object]));
    return (key) => (key ? byId.get(key) : undefined);
  }, [data, level]);
}
