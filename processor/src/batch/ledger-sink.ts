import { insertConversionLedger } from '@tracker/infra/clickhouse/tables/conversion-ledger';
import { markConversion } from './changes.ts';
import { tableSink } from './table-sink.ts';

/** The conversion ledger; each row touches its conversion. */
export const ledgerSink = tableSink(insertConversionLedger, (changes, { tenant_id, conversion_id }) =>
  markConversion(changes, { tenantId: tenant_id, conversionId: conversion_id }),
);
