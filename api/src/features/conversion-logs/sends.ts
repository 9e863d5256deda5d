import type { Postgres } from '@tracker/infra/postgres/client';
import { adPlatformName, adPlatformOf } from '@tracker/schemas/ad-platforms/ad-platforms';
import { platformDestinationOf } from '@tracker/schemas/ad-platforms/platform-destination';
import type { ConversionSend } from '@tracker/schemas/contracts/conversion-logs.contract';
import type { DestinationKind } from '@tracker/schemas/contracts/send-back.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sendProblemText } from '@tracker/schemas/texts/send-back';
import type { z } from 'zod';

/** The destinations that a conversion was sent to, or will be; the pixel first, then postbacks by age. */
export function readSends(postgres: Postgres, tenantId: TenantId, conversionId: string): Promise<ConversionSend[]> {
  return postgres.withTenant(tenantId, async (trx) => {
    const rows = await trx
      .selectFrom('outbox')
      .innerJoin('destinations', 'destinations.id', 'outbox.destination_id')
      .select(['kind', 'platform', 'name', 'settings', 'state', 'settled_at', 'next_at', 'attempts', 'last_error'])
      .where('outbox.tenant_id', '=', tenantId)
      // The devices of people are theirs alone.
      .where('kind', '<>', 'web-push')
      .where('conversion_id', '=', conversionId)
      .orderBy('kind')
      .orderBy('destinations.created_at')
      .orderBy('destinations.id')
      .execute();
    return rows.map((row) => ({
      destination: row.kind === 'postback' ? row.name : nameOf(row.platform ?? '', row.settings),
      kind: row.kind as z.infer<typeof DestinationKind>,
      state: row.state,
      at: instantFromMs((row.settled_at ?? row.next_at).getTime()),
      attempts: row.attempts,
      error: row.last_error && sendProblemText(row.last_error, adPlatformOf(row.platform)),
    }));
  });
}

/** 'Facebook (pixel 123)' */
function nameOf(platform: string, settings: Readonly<Record<string, unknown>>): string {
  const label = platformDestinationOf(platform)?.label(settings);
  return label === undefined ? adPlatformName(platform) : `${adPlatformName(platform)} (${label})`;
}
