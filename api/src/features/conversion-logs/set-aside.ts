import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { ConversionSetAside } from '@tracker/schemas/contracts/conversion-logs.contract';
import type { z } from 'zod';
import type { Principal } from '../../http/access.ts';
import { conversionsSetAside, namesOfConversions } from './queries.ts';

/** Conversions that are stored and could not be computed, the one that waits longest first. They are in no figure until they are. */
export async function readConversionsSetAside(
  clickhouse: ClickHouse,
  { tenantId }: Principal,
): Promise<z.input<typeof ConversionSetAside>[]> {
  const waiting = await conversionsSetAside.run(clickhouse, tenantId, {});
  if (waiting.length === 0) return [];
  const named = await namesOfConversions.run(clickhouse, tenantId, { ids: waiting.map((one) => one.conversion_id) });
  const names = new Map(named.map((one) => [one.conversion_id, one]));
  return waiting.map(({ conversion_id, reason, first_failed_at }) => ({
    id: conversion_id,
    transactionId: names.get(conversion_id)?.transaction_id ?? null,
    provider: names.get(conversion_id)?.provider ?? null,
    since: first_failed_at,
    reason,
  }));
}
