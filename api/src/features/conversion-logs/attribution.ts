// A person assigns a conversion without a click to a campaign. The event goes through the log, and the figures follow from it (ADR 62).
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { LogOutbox } from '@tracker/infra/event-log/log-outbox';
import { newEvent } from '@tracker/infra/identity/new-event';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Database } from '@tracker/infra/postgres/database';
import { DIRECT } from '@tracker/schemas/capture/channel';
import { channelNamed } from '@tracker/schemas/capture/source-names';
import { hasUtm, mapUtm } from '@tracker/schemas/checkouts/utm';
import type { attributeConversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { assignedChannel, type ConversionAssignmentEvent } from '@tracker/schemas/events/conversion-assignment';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { conversionById } from './queries.ts';
import { type ConversionJson, toConversion } from './service.ts';

type Asked = z.output<(typeof attributeConversion)['body']>;

export interface AttributionService {
  /**
   * Gives the conversion as the figures will have it. 404 for a conversion or campaign that the tenant does not have, 409 for a conversion with a
   * click; an assignment can always be taken away.
   */
  attribute(person: Person, id: string, asked: Asked): Promise<ConversionJson>;
}

export interface AttributionDeps {
  readonly clickhouse: ClickHouse;
  readonly outbox: LogOutbox;
  readonly campaigns: CampaignRepository;
  readonly clock: Clock;
}

export function createAttributionService(deps: AttributionDeps): AttributionService {
  const { clickhouse, outbox, campaigns, clock } = deps;
  return {
    async attribute(person, id, { campaignId, channel = '' }) {
      const { tenantId } = person;
      const [row] = await conversionById.run(clickhouse, tenantId, { id });
      if (!row) throw notFound();
      if (campaignId !== null) {
        if (row.click_id !== null) throw new AppError('conversion-has-click');
        await campaigns.assertExists(tenantId, campaignId);
      }
      const assigned = { conversionId: id, channel: campaignId === null ? '' : assignedChannel(channel) };
      await outbox.withTenant(tenantId, async (trx, add) => {
        if (campaignId === null) await record(trx, person, 'conversion.take-away', { conversionId: id });
        else await record(trx, person, 'conversion.assign', { ...assigned, campaignId });
        const event: ConversionAssignmentEvent = newEvent(
          { type: 'conversion-assignment', tenantId, campaignId: campaignId as CampaignId | null, payload: assigned },
          await nextReceipt(trx, tenantId, id, clock.now()),
        );
        add(id, event);
      });
      const conversion = toConversion(row);
      if (row.click_id !== null) return conversion;
      const reported = reportedByDelivery(row);
      if (campaignId === null) return { ...conversion, ...reported };
      return { ...conversion, campaignId, attribution: 'manual', channel: assigned.channel || reported.channel };
    },
  };
}

/** Later than that of every assignment of the conversion before, by the clock of any program. Other requests wait until this one has ended. */
async function nextReceipt(
  trx: Transaction<Database>,
  tenantId: TenantId,
  conversionId: string,
  nowMs: number,
): Promise<number> {
  const { rows } = await sql<{ assigned_at: Date }>`
    INSERT INTO conversion_assignments AS a (tenant_id, conversion_id, assigned_at)
    VALUES (${tenantId}, ${conversionId}, ${instantFromMs(nowMs)})
    ON CONFLICT (tenant_id, conversion_id) DO UPDATE SET
      assigned_at = greatest(excluded.assigned_at, a.assigned_at + interval '1 millisecond')
    RETURNING assigned_at`.execute(trx);
  return rows[0]?.assigned_at.getTime() ?? nowMs;
}

/** What the conversion has without a click and without an assignment. */
function reportedByDelivery(row: Awaited<ReturnType<typeof conversionById.run>>[number]) {
  return {
    campaignId: null,
    attribution: hasUtm(mapUtm((name) => row[name])) ? ('utm' as const) : ('none' as const),
    channel: channelNamed(row.utm_source) || DIRECT,
  };
}
