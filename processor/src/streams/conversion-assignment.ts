import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { insertConversionAssignments } from '@tracker/infra/clickhouse/tables/conversion-assignments';
import { ConversionAssignmentEvent } from '@tracker/schemas/events/conversion-assignment';
import { markConversion } from '../batch/changes.ts';
import { tableSink } from '../batch/table-sink.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { toConversionAssignmentRow } from '../steps/to-conversion-assignment-row.ts';

const sink = tableSink(insertConversionAssignments, (changes, { tenant_id, conversion_id }) =>
  markConversion(changes, { tenantId: tenant_id, conversionId: conversion_id }),
);

/** The life of an assignment by hand, from the log to its row; its conversion is recomputed. */
export const conversionAssignmentStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream({ name: 'conversion-assignment', sink }, [
    decode(ConversionAssignmentEvent),
    refuseUnknownTenant<ConversionAssignmentEvent>(tenants),
    toConversionAssignmentRow(),
  ]);
