// Everything that is sent of a conversion, read when it is sent: a refund or an erasure before that moment counts.
import type { CampaignCache } from '@tracker/infra/caches/campaign-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { ConversionState, Events } from '@tracker/infra/conversions/fold';
import type { LedgerRow } from '@tracker/infra/conversions/ledger-events';
import { foldLinked, readLinkedLedgers } from '@tracker/infra/conversions/linked-ledgers';
import { isPublicAddress } from '@tracker/infra/postbacks/public-address';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import { cutAddress } from '@tracker/infra/privacy/cut-address';
import type { Persons } from '@tracker/infra/privacy/persons';
import { AD_CLICK_IDS, AD_TAGS, type RECOGNIZED_BY, tagsOfRow } from '@tracker/schemas/events/click-tags';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { type Buyer, buyerOf } from '@tracker/schemas/privacy/buyer';
import { clicksToSend, identitiesToSend, pagesOfClicks, peopleOfEvents } from './queries.ts';

export interface ConversionToSend {
  readonly conversionId: string;
  readonly state: ConversionState;
  /** Null for a direct conversion. */
  readonly click: ClickToSend | null;
  /** Null when no delivery named the buyer; 'erased' when the buyer must not be named any more. */
  readonly buyer: Buyer | 'erased' | null;
}

export interface ClickToSend {
  readonly clickId: string;
  readonly campaignId: string;
  readonly source: string;
  readonly adTags: Readonly<Record<(typeof AD_TAGS)[number], string>>;
  readonly userAgent: string;
  /** Whole; '' when only the network is known. */
  readonly ipAddress: string;
  /** What platforms gave the click or its browser; '' for what they did not. */
  readonly ids: Readonly<Record<(typeof RECOGNIZED_BY)[number], string>>;
  /** Where the visitor came to; '' when nothing says. */
  readonly pageUrl: string;
}

export interface ConversionReaderDeps {
  readonly clickhouse: ClickHouse;
  readonly persons: Pick<Persons, 'decrypt'>;
  readonly addresses: Pick<Addresses, 'decrypt'>;
  readonly campaigns: CampaignCache;
}

type ClickKey = [tenantId: string, ts: string, clickId: string];

const MINUTE_MS = 60_000;
/** The page reports itself right after its click. */
const PAGE_MINUTES = 5;

/** By conversion id; a conversion that is not there (its table is being exchanged) is absent. */
export async function readConversions(
  deps: ConversionReaderDeps,
  tenantId: TenantId,
  conversionIds: readonly string[],
): Promise<Map<string, ConversionToSend>> {
  const ledgers = await readLinkedLedgers(
    deps.clickhouse,
    conversionIds.map((id): [string, string] => [tenantId, id]),
  );
  // Only verified conversions are sent: of one, only verified events say who bought.
  const known = ledgers.filter(({ events }) => events.some((event) => event.verified));
  const byConversion = new Map(
    known.map(({ conversionId, rows }) => [conversionId, rows.filter((row) => row.verified)]),
  );
  const folded = new Map(
    known.map((ledger) => [
      ledger.conversionId,
      foldLinked(ledger, ledger.events.filter((event) => event.verified) as unknown as Events),
    ]),
  );
  const [clicks, buyers] = await Promise.all([
    clicksOf(deps, tenantId, [...folded.values()]),
    buyersOf(deps, tenantId, byConversion),
  ]);
  return new Map(
    [...folded].map(([conversionId, state]) => [
      conversionId,
      { conversionId, state, click: clicks.get(state.clickId ?? '') ?? null, buyer: buyers.get(conversionId) ?? null },
    ]),
  );
}

async function clicksOf(deps: ConversionReaderDeps, tenantId: TenantId, states: readonly ConversionState[]) {
  const { clickhouse } = deps;
  const keys = states.flatMap(({ clickId }): ClickKey[] => {
    const parts = clickId === null ? undefined : parseClickId(clickId);
    return parts ? [[tenantId, instantFromMs(parts.clickedAtMs), clickId as string]] : [];
  });
  if (keys.length === 0) return new Map<string, ClickToSend>();
  const [clicks, identities, pages] = await Promise.all([
    clicksToSend.run(clickhouse, keys),
    identitiesToSend.run(clickhouse, keys),
    pagesOfClicks.run(clickhouse, tenantId, { clickIds: keys.map(([, , id]) => id), minutes: minutesAfter(keys) }),
  ]);
  const identityOf = new Map(identities.map((row) => [row.click_id, row]));
  const pageOf = new Map(pages.map((row) => [row.click_id, row.first_url]));
  const ready = clicks.map(async (row): Promise<[string, ClickToSend]> => {
    const identity = identityOf.get(row.click_id);
    const click = {
      clickId: row.click_id,
      campaignId: row.campaign_id,
      source: row.source,
      adTags: tagsOfRow(AD_TAGS, row),
      userAgent: row.user_agent,
      ipAddress: await wholeAddress(deps, row),
      ids: {
        ...tagsOfRow(AD_CLICK_IDS, row),
        fbp: row.fbp || (identity?.first_fbp ?? ''),
        fbc: row.fbc || (identity?.first_fbc ?? ''),
        ttp: row.ttp || (identity?.first_ttp ?? ''),
      },
      pageUrl: pageOf.get(row.click_id) ?? (await deps.campaigns.find(row.campaign_id))?.destinationUrl ?? '',
    };
    return [row.click_id, click];
  });
  return new Map(await Promise.all(ready));
}

function minutesAfter(clicks: readonly ClickKey[]): string[] {
  const minutes = new Set<number>();
  for (const [, ts] of clicks) {
    const first = Math.floor(Date.parse(ts) / MINUTE_MS);
    for (let minute = 0; minute < PAGE_MINUTES; minute += 1) minutes.add((first + minute) * MINUTE_MS);
  }
  return [...minutes].map(instantFromMs);
}

async function wholeAddress(
  { addresses }: ConversionReaderDeps,
  row: { readonly ip_address: string; readonly address_key: string; readonly address_encrypted: string },
): Promise<string> {
  const { ip_address: ipAddress, address_key: keyId, address_encrypted: sealed } = row;
  const opened = await addresses.decrypt(sealed === '' ? { ipAddress } : { ipAddress, address: { keyId, sealed } });
  // Neither a network nor an address of an inner network is anybody's.
  return opened === cutAddress(opened) || !isPublicAddress(opened) ? '' : opened;
}

/** Whom the last delivery of each conversion spoke of that spoke of anybody. */
async function buyersOf(
  deps: ConversionReaderDeps,
  tenantId: TenantId,
  byConversion: ReadonlyMap<string, readonly LedgerRow[]>,
) {
  const events = [...byConversion.values()].flat();
  const people = await peopleOfEvents.run(
    deps.clickhouse,
    events.map((row): [string, string, string] => [tenantId, row.received_at, row.event_id]),
  );
  const personOf = new Map(people.map((row) => [row.event_id, row]));
  const buyers = [...byConversion].map(async ([conversionId, rows]): Promise<[string, Buyer | 'erased' | null]> => {
    const [last] = rows
      .flatMap((row) => personOf.get(row.event_id) ?? [])
      .sort((a, b) => (a.received_at < b.received_at ? 1 : -1));
    if (!last) return [conversionId, null];
    const person = { personId: last.person_id, keyId: last.person_key_id, sealed: last.person_encrypted };
    const fields = await deps.persons.decrypt(tenantId, person);
    return [conversionId, fields ? buyerOf(fields) : 'erased'];
  });
  return new Map(await Promise.all(buyers));
}
