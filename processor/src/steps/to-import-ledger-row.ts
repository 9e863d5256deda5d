import type { ConversionLedgerRow } from '@tracker/infra/clickhouse/tables/conversion-ledger';
import { toSoldRow } from '@tracker/infra/clickhouse/tables/sold-columns';
import { importedConversionIdOf } from '@tracker/infra/identity/conversion-id';
import { NOT_GIVEN } from '@tracker/schemas/checkouts/sold';
import { mapUtm } from '@tracker/schemas/checkouts/utm';
import type { ConversionImportEvent } from '@tracker/schemas/events/conversion-import';
import { BRL, ZERO } from '@tracker/schemas/primitives/money';
import { cleanTag } from '@tracker/schemas/primitives/text';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';

/**
 * A row of a file as an event of its conversion. It is not verified: no key or secret of a checkout proves it, so it is never sent to pixels or
 * postbacks. `import_id` says that an editor vouches for it. An undo has no row: its status and amount are read by nothing.
 */
export const toImportLedgerRow = () =>
  step<{ readonly event: ConversionImportEvent }, ConversionLedgerRow>('to-import-ledger-row', ({ event }) => {
    const { importId, checkout, transactionId, conversion } = event.payload;
    return ok({
      tenant_id: event.tenantId,
      conversion_id: importedConversionIdOf(event.tenantId, checkout, transactionId),
      event_id: event.id,
      provider: checkout,
      transaction_id: transactionId,
      conversion_type: 'purchase',
      status: conversion?.status ?? 'canceled',
      event_time: conversion?.soldAt ?? event.receivedAt,
      sale_time: conversion?.soldAt ?? null,
      received_at: event.receivedAt,
      click_ref: conversion?.clickId ?? '',
      click_id: conversion?.clickId ?? '',
      campaign_hint: '',
      amount: conversion?.amount ?? ZERO,
      refund_amount: conversion?.refundAmount ?? ZERO,
      refund_is_total: false,
      currency: conversion?.currency ?? BRL,
      ...mapUtm((name) => cleanTag(conversion?.[name] ?? '')),
      ...toSoldRow({ ...NOT_GIVEN, productName: conversion?.productName || null }),
      person_id: '',
      is_test: false,
      verified: false,
      network: '',
      import_id: importId,
      is_import_undone: conversion === null,
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
