import { insertConversionLedger } from '@tracker/infra/clickhouse/tables/conversion-ledger';
import { touchSale } from '../pipeline/touched.ts';
import { tableSink } from './table-sink.ts';

/** The ledger of sales; a row of it touches its sale. */
export const ledgerSink = tableSink(insertConversionLedger, (touched, { tenant_id, conversion_id }) =>
  touchSale(touched, { tenantId: tenant_id, conversionId: conversion_id }),
);
