import { insertConversionLedger } from '@tracker/infra/clickhouse/tables/conversion-ledger';
import { tableSink } from './table-sink.ts';
import { touchSale } from './touched.ts';

/** The conversion ledger; each row touches its conversion. */
export const ledgerSink = tableSink(insertConversionLedger, (touched, { tenant_id, conversion_id }) =>
  touchSale(touched, { tenantId: tenant_id, conversionId: conversion_id }),
);
