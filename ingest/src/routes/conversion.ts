// POST /conversion: a sale, a refund, a lead. The body goes into the log byte for byte; it is mapped here only to answer, and
// mapped again by the processor.

import { badRequest } from '@tracker/infra/errors/app-error';
import type { Server } from '@tracker/infra/http/server';
import { conversionIdOf, deliveryIdOf, hashOf } from '@tracker/infra/identity/conversion-id';
import type { ConversionAnswer } from '@tracker/schemas/capture/answers';
import { firstValue, type RawQuery } from '@tracker/schemas/capture/track';
import { conversionIdentity } from '@tracker/schemas/checkouts/identity';
import { mapCheckout, parseBody, recogniseProvider } from '@tracker/schemas/checkouts/map-checkout';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { type ClickId, parseClickId } from '@tracker/schemas/primitives/click-id';
import { DEFAULT_TIME_ZONE, instantFromMs } from '@tracker/schemas/primitives/time';
import type { FastifyRequest } from 'fastify';
import { findConversionOwner } from '../capture/conversion-owner.ts';
import { createRecentIds } from '../capture/recent-ids.ts';
import type { IngestDeps } from '../deps.ts';

interface ConversionRoute {
  Querystring: RawQuery;
  Body: unknown;
}

export const conversionBodyLimit = 1024 * 1024;

const campaignOf = (clickId: ClickId | null) => (clickId && parseClickId(clickId)?.campaignId) ?? null;

export function registerConversion(app: Server, deps: IngestDeps): void {
  const { log, clock } = deps;
  const recent = createRecentIds();

  async function conversion(request: FastifyRequest<ConversionRoute>): Promise<ConversionAnswer> {
    const receivedAtMs = clock.now();
    // JSON may not begin with a byte order mark, and some senders put one.
    const text = typeof request.body === 'string' ? request.body.replace(/^\uFEFF/, '') : '';
    const body = parseBody(text);
    if (!body) throw badRequest('Envie um objeto JSON com os dados da conversão.');
    const provider = recogniseProvider(body);
    // The tenant's own zone would only move the time of the sale, which is not part of the answer.
    const mapped = mapCheckout(provider, body, { timeZone: DEFAULT_TIME_ZONE, receivedAtMs });
    const texts = mapped.kind === 'conversion' ? mapped.conversion.clickReferences : [];
    const key = firstValue(request.query, 'key');
    // Without a key, only a body that can be read may name its owner.
    if (mapped.kind === 'invalid' && key === '') throw notUnderstood(mapped.reason);
    const owner = await findConversionOwner(deps, key, texts);
    if (mapped.kind === 'invalid') throw notUnderstood(mapped.reason);

    const { tenantId, click, verified } = owner;
    const id = deliveryIdOf(tenantId, provider, text);
    const campaignId = campaignOf(click.clickId);
    const receivedAt = instantFromMs(receivedAtMs);
    const event: ConversionEvent = {
      id,
      type: 'conversion',
      schemaVersion: 1,
      tenantId,
      campaignId,
      occurredAt: (mapped.kind === 'conversion' && mapped.conversion.eventTime) || receivedAt,
      receivedAt,
      payload: { provider, body: text, verified },
    };
    const duplicate = recent.has(id);
    // What is remembered is in the log already.
    if (!duplicate) await log.append(EVENTS_TOPIC, [{ key: click.clickId ?? tenantId, value: JSON.stringify(event) }]);
    recent.add(id);

    if (mapped.kind === 'ignored') return { success: true, ignored: true, reason: mapped.reason };
    const conversionId = conversionIdOf(conversionIdentity(tenantId, mapped.conversion, click.clickId, hashOf(text)));
    return { success: true, conversionId, clickId: click.clickId, campaignId, ...(duplicate && { duplicate }) };
  }

  app.post<ConversionRoute>('/conversion', { bodyLimit: conversionBodyLimit }, conversion);
}

const notUnderstood = (reason: string) => badRequest(`Não foi possível entender a conversão: ${reason}.`);
