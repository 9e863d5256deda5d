// How many ads and sources a tenant has in a day. Figures are grouped by them, and a stranger makes up a new one with each click. Decided
// before the log, so that a replay gives the same (ADR 83). Each process counts for itself.
import { hash } from 'node:crypto';
import { metrics } from '@tracker/infra/telemetry/metrics';
import type { ClickTags } from '@tracker/schemas/events/click';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { utcDayOf } from '@tracker/schemas/primitives/time';
import type { IngestLimits } from './limit-table.ts';

export interface TagValues {
  /** The tags as they are counted: beyond a limit with OTHER_VALUE for the source, or for the ad with its ad set, campaign and placement. */
  admit(tenantId: TenantId, tags: ClickTags, network: string, atMs: number): ClickTags;
}

/** In place of a link's value, so it is in the language of the links. */
const OTHER_VALUE = 'outros';

/** Of all tenants together: some 65 MB. */
export const COMBINATIONS_KEPT_MAX = 1_000_000;

interface ValuesOfDay {
  readonly day: number;
  readonly sources: Set<string>;
  /** Of source, ad, ad set, campaign of the platform, and placement. */
  readonly combinations: Set<string>;
  /** How many of them each network was the first to send. */
  readonly ofNetworks: Map<string, number>;
}

/** `keptMax`: combinations of all tenants. */
export function createTagValues(limits: IngestLimits['tagValues'], keptMax = COMBINATIONS_KEPT_MAX): TagValues {
  const tenants = new Map<TenantId, ValuesOfDay>();
  let kept = 0;

  function forget(tenantId: TenantId): void {
    kept -= tenants.get(tenantId)?.combinations.size ?? 0;
    tenants.delete(tenantId);
  }

  function valuesOf(tenantId: TenantId, day: number): ValuesOfDay {
    const there = tenants.get(tenantId);
    if (there?.day === day) return there;
    forget(tenantId);
    const fresh: ValuesOfDay = { day, sources: new Set(), combinations: new Set(), ofNetworks: new Map() };
    tenants.set(tenantId, fresh);
    return fresh;
  }

  /** Puts the tenant behind the others, so that the first is the one that added nothing for longest. */
  function add(tenantId: TenantId, values: ValuesOfDay, combination: string, network: string): void {
    values.combinations.add(combination);
    values.ofNetworks.set(network, (values.ofNetworks.get(network) ?? 0) + 1);
    tenants.delete(tenantId);
    tenants.set(tenantId, values);
    kept += 1;
    for (const oldest of tenants.keys()) {
      if (kept <= keptMax) return;
      forget(oldest);
    }
  }

  return {
    admit(tenantId, given, network, atMs) {
      const values = valuesOf(tenantId, utcDayOf(atMs));
      const { sources, combinations, ofNetworks } = values;
      if (combinations.has(combinationOf(given))) return given;
      const isFullNetwork = (ofNetworks.get(network) ?? 0) >= limits.combinationsPerNetwork;
      const isFull = isFullNetwork || combinations.size >= limits.combinations;
      const source = textKey(sourceOf(given));
      const isKnownSource = sources.has(source) || (!isFull && sources.size < limits.sources);
      const tags = isKnownSource ? given : withOtherSource(given);
      const counted = isFull ? withOtherAd(tags) : tags;
      if (!isFull) {
        if (isKnownSource) sources.add(source);
        const combination = combinationOf(tags);
        if (!combinations.has(combination)) add(tenantId, values, combination, network);
      }
      if (counted !== given) metrics.foldedClicks.inc({ reason: isFullNetwork ? 'network' : 'tenant' });
      return counted;
    },
  };
}

/** The one that decides about the channel. */
const sourceOf = ({ source, utmSource }: ClickTags): string => source || utmSource;

/** A short copy: a part of a query would keep the whole request in memory. */
const textKey = (text: string): string => hash('sha1', text, 'base64url').slice(0, 12);
const combinationOf = (tags: ClickTags): string =>
  textKey(JSON.stringify([sourceOf(tags), tags.sub1, tags.sub2, tags.sub3, tags.sub7]));

const other = (text: string): string => (text === '' ? '' : OTHER_VALUE);

const withOtherSource = (tags: ClickTags): ClickTags =>
  sourceOf(tags) === '' ? tags : { ...tags, source: other(tags.source), utmSource: other(tags.utmSource) };

const hasAd = ({ sub1, sub2, sub3, sub7 }: ClickTags): boolean => [sub1, sub2, sub3, sub7].some((text) => text !== '');

/** The names go with the ids: they would be those of any of the ads. */
const withOtherAd = (tags: ClickTags): ClickTags =>
  hasAd(tags)
    ? {
        ...tags,
        ...{ sub1: other(tags.sub1), sub2: other(tags.sub2), sub3: other(tags.sub3), sub7: other(tags.sub7) },
        ...{ sub4: '', sub5: '', sub6: '' },
      }
    : tags;
