import type { ConversionLedgerRow } from '@tracker/infra/clickhouse/tables/conversion-ledger';
import { toSoldRow } from '@tracker/infra/clickhouse/tables/sold-columns';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';
import type { ProcessedDelivery } from './drop-no-conversion.ts';

export const toLedgerRow = () =>
  step<ProcessedDelivery, ConversionLedgerRow>('to-ledger-row', ({ event, verdict }) => {
    const { conversion, click, conversionId } = verdict;
    return ok({
      tenant_id: event.tenantId,
      conversion_id: conversionId,
      event_id: event.id,
      provider: conversion.checkout,
      transaction_id: conversion.transactionId ?? '',
      conversion_type: conversion.conversionType,
      status: conversion.status,
      event_time: conversion.eventTime,
      sale_time: conversion.conversionTime,
      received_at: event.receivedAt,
      click_ref: click.reference,
      click_id: click.clickId ?? '',
      campaign_hint: event.campaignId ?? '',
      amount: conversion.amount,
      refund_amount: conversion.refundAmount,
      refund_is_total: conversion.isRefundTotal === true,
      currency: conversion.currency,
      ...conversion.utm,
      ...toSoldRow(conversion.sold),
      person_id: event.payload.person?.personId ?? '',
      is_test: conversion.isTest,
      verified: event.payload.verified,
      network: event.payload.network ?? '',
      import_id: '',
      is_import_undone: false,
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
