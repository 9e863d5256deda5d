import { insertConversionLedger } from '@tracker/infra/clickhouse/tables/conversion-ledger';
import { tableSink } from './table-sink.ts';
import { touchConversion } from './touched.ts';

/** The conversion ledger; each row touches its conversion. */
export const ledgerSink = tableSink(insertConversionLedger, (touched, { tenant_id, conversion_id }) =>
  touchConversion(touched, { tenantId: tenant_id, conversionId: conversion_id }),
);
