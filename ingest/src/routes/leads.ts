// POST /leads: a person sent name and e-mail. The answer contains the lead id at once; the processor stores the lead.
import { AppError } from '@tracker/infra/errors/app-error';
import { assertReadCoding, decompress } from '@tracker/infra/http/decompress';
import { defaultBodyLimit, type Server } from '@tracker/infra/http/server';
import { leadIdOf } from '@tracker/infra/identity/lead-id';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import { leadTiesOf, personIdOf } from '@tracker/infra/privacy/person-id';
import {
  type LeadCreated,
  type LeadMistake,
  type LeadRefused,
  type LeadRepeated,
  readLead,
} from '@tracker/schemas/capture/lead';
import type { LeadForm } from '@tracker/schemas/capture/lead-labels';
import type { RawQuery } from '@tracker/schemas/capture/track';
import type { LeadEvent } from '@tracker/schemas/events/lead';
import type { LeadId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { LEAD_TEXTS } from '@tracker/schemas/texts/leads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findCredentialOwner } from '../capture/credential-owner.ts';
import { isFormType, leadFields } from '../capture/lead-fields.ts';
import { findLeadOwner, type LeadOwner } from '../capture/lead-owner.ts';
import { createRecentIds } from '../capture/recent-ids.ts';
import { refererHeader, requestFacts } from '../capture/visitor.ts';
import type { IngestDeps } from '../deps.ts';
import type { Limits } from '../limits/limits.ts';

interface LeadsRoute {
  Querystring: RawQuery;
  Body: unknown;
}

export function registerLeads(app: Server, deps: IngestDeps, limits: Limits): void {
  const { recorder, tenants, campaigns, leads, clock, addresses } = deps;
  const recent = createRecentIds();

  async function lead(
    request: FastifyRequest<LeadsRoute>,
    reply: FastifyReply,
  ): Promise<LeadCreated | LeadRepeated | LeadRefused> {
    const keyOwner = (await findCredentialOwner(deps, request))?.tenantId;
    const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (keyOwner === undefined) {
      limits.assertKeylessSize(sent.length);
      limits.assertRoom();
    }
    const coding = request.headers['content-encoding'] ?? '';
    assertReadCoding(coding);
    const bytes = await decompress(sent, coding, defaultBodyLimit);
    if (keyOwner === undefined && bytes) limits.assertKeylessSize(bytes.length);
    const contentType = request.headers['content-type'] ?? '';
    const fields = bytes && (await leadFields(bytes, contentType));
    if (!fields && bytes && !isFormType(contentType)) throw new AppError('unsupported-form-type');
    if (!fields) return refuse(request, reply, [{ field: 'body', message: LEAD_TEXTS.bodyUnreadable }], []);
    const read = readLead(fields, { ...request.query });
    if (!read.ok) return refuse(request, reply, read.details, read.keys);
    const { form } = read;
    const owner = await findLeadOwner(deps, { ...form, keyOwner });
    const tenant = owner && (await tenants.find(owner.tenantId));
    if (!owner || !tenant) return refuse(request, reply, [NO_OWNER], []);
    if (keyOwner === undefined) {
      limits.takeCampaign('lead', request, owner.campaignId ?? '');
      limits.takeTenant('lead', request, owner.tenantId);
    }

    if (keyOwner !== undefined) await limits.tenantBytes.take(keyOwner, sent.length);
    const personId = personIdOf(tenant.personSalt, form.email);
    const leadId = leadIdOf(owner.tenantId, owner.campaignId, personId);
    const campaign = owner.campaignId === null ? undefined : await campaigns.find(owner.campaignId);
    const isConversion = campaign?.leadsAreConversions ?? false;
    const event = leadEvent(request, { owner, leadId, form, isConversion, receivedAtMs: clock.now(), addresses });
    const earlier = leads?.eventOf(owner.tenantId, leadId);
    const { name, email, phone } = form;
    await recorder.record({
      key: owner.clickId || (owner.campaignId ?? owner.tenantId),
      event,
      personal: { personId, fields: { name, email, phone }, ties: leadTiesOf(tenant.personSalt, phone) },
    });
    const first = await earlier;
    const isRepeated = recent.has(leadId) || (first !== undefined && first !== event.id);
    recent.add(leadId);

    const posted = postedLead(event, form);
    if (isRepeated) {
      const { id, campaignId } = posted;
      return { success: true, duplicate: true, lead: { id, campaignId } };
    }
    reply.code(201);
    return { success: true, lead: { ...posted, status: 'new' }, message: LEAD_TEXTS.received };
  }

  // Bytes: the charset of the header says how to read them.
  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<LeadsRoute>('/leads', lead);
  });
}

const NO_OWNER: LeadMistake = { field: 'campaign_id', message: LEAD_TEXTS.ownerUnknown };

interface NewLead {
  readonly owner: LeadOwner;
  readonly leadId: LeadId;
  readonly form: LeadForm;
  readonly isConversion: boolean;
  readonly receivedAtMs: number;
  readonly addresses: IngestDeps['addresses'];
}

function leadEvent(request: FastifyRequest, lead: NewLead): LeadEvent {
  const { owner, leadId, form, isConversion, receivedAtMs, addresses } = lead;
  const receivedAt = instantFromMs(receivedAtMs);
  return {
    id: uuidV7(receivedAtMs),
    type: 'lead',
    schemaVersion: 1,
    tenantId: owner.tenantId,
    campaignId: owner.campaignId,
    occurredAt: receivedAt,
    receivedAt,
    payload: {
      leadId,
      clickId: owner.clickId,
      source: form.source,
      medium: form.medium,
      campaign: form.campaign,
      // The recorder sets the encrypted person.
      person: null,
      request: requestFacts(request, { referrer: refererHeader(request), atMs: receivedAtMs, addresses }),
      isConversion,
      hasKey: owner.hasKey,
      ...(form.phone !== '' && { hasPhone: true }),
    },
  };
}

function postedLead(
  { campaignId, receivedAt, payload }: LeadEvent,
  form: LeadForm,
): Omit<LeadCreated['lead'], 'status'> {
  const orNull = (text: string) => (text === '' ? null : text);
  return {
    id: payload.leadId,
    name: form.name,
    email: form.email,
    phone: orNull(form.phone),
    campaignId,
    clickId: orNull(payload.clickId),
    source: orNull(form.source),
    medium: orNull(form.medium),
    campaign: orNull(form.campaign),
    createdAt: receivedAt,
  };
}

function refuse(request: FastifyRequest, reply: FastifyReply, details: LeadMistake[], keys: string[]): LeadRefused {
  reply.code(400);
  return { message: details[0]?.message ?? '', error: 'invalid-lead', requestId: request.id, details, keys };
}
