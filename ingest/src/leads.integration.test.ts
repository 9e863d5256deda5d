import { gzipSync } from 'node:zlib';
import { createLeadLookup } from '@tracker/infra/caches/lead-lookup';
import type { Recorder } from '@tracker/infra/event-log/recorder';
import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import { LeadCreated, LeadRefused, LeadRepeated } from '@tracker/schemas/capture/lead';
import { LeadEvent } from '@tracker/schemas/events/lead';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { describe, expect, test } from 'vitest';
import { registerIngest } from './app.ts';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const ANA = { name: 'Ana Sá', email: 'Ana@Example.com' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const post = (body: string | object, query = '', headers: Record<string, string> = {}) =>
  ingest.post(`/leads${query}`, body, headers);

async function created(...asked: Parameters<typeof post>) {
  const answer = await post(...asked);
  expect(answer.statusCode, answer.body).toBe(201);
  return LeadCreated.parse(answer.json()).lead;
}

test('are read when they are packed, and refused with what is read when their coding is not known', async () => {
  const { tenant } = ingest;
  const body = JSON.stringify({ ...ANA, campaign_id: tenant.campaignId });
  const send = (payload: Buffer, coding: string) =>
    ingest.app.inject({
      method: 'POST',
      url: '/leads',
      payload,
      headers: { 'content-type': 'application/json', 'content-encoding': coding },
    });
  expect((await send(gzipSync(body), 'gzip')).json()).toMatchObject({ success: true, lead: { name: 'Ana Sá' } });
  const unknown = await send(Buffer.from(body), 'snappy');
  expect([unknown.statusCode, unknown.json().message]).toEqual([
    415,
    expect.stringContaining('gzip, deflate, br, zstd'),
  ]);
  expect((await send(Buffer.from(body), 'gzip')).statusCode).toBe(400);
  expect((await send(gzipSync(Buffer.alloc(64 * 1024 ** 2)), 'gzip')).statusCode).toBe(413);
});

async function refused(...asked: Parameters<typeof post>) {
  const answer = await post(...asked);
  expect(answer.statusCode, answer.body).toBe(400);
  return LeadRefused.parse(answer.json()).details.map(({ field }) => field);
}

/** The event of this lead, read from the log. */
async function eventOf(leadId: string): Promise<LeadEvent & { key: string }> {
  const all = () => [...ingest.stored.values()] as (LeadEvent & { key: string })[];
  const found = () => all().find((event) => event.type === 'lead' && event.payload.leadId === leadId);
  await expect.poll(found).toBeDefined();
  return found() as LeadEvent & { key: string };
}

describe('POST /leads', () => {
  test('takes what the body does not say from its address: a form sends no fields but its own', async () => {
    const { campaignId, trackingKeys } = ingest.tenant;
    const clickId = await ingest.click();
    const query = `?key=${trackingKeys.generic}&campaign_id=${campaignId}&utm_source=FB&utm_campaign=undefined`;
    expect(await created(ANA, query)).toMatchObject({ campaignId, source: 'FB', campaign: null });
    const own = { ...ANA, email: 'own@example.com', source: 'feira', click_id: clickId };
    expect(await created(own, `${query}&click_id=other&name=x&email=y@example.com`)).toMatchObject({
      ...{ name: ANA.name, email: own.email, source: 'feira', clickId, campaignId },
    });
    const other = await createTenant(ingest.stack);
    const foreign = `?key=${trackingKeys.generic}&campaign_id=${other.campaignId}`;
    expect(await created({ ...ANA, email: 'other@example.com' }, foreign)).toMatchObject({ campaignId: null });
    expect(await refused({ name: ANA.name }, `${query}&email=y@example.com`)).toEqual(['email']);
  });

  test('reads JSON with the faults of tools whose meaning is certain, as webhooks do', async () => {
    const query = `?key=${ingest.tenant.trackingKeys.generic}`;
    for (const text of [
      '{"nome":"Ana Sá","email":"faulty@example.com","mensagem":"uma linha\nmais uma"}',
      '{"nome":"Ana Sá","email":"faulty@example.com","tipo":,"x":undefined,}',
      JSON.stringify('{"nome":"Ana Sá","email":"faulty@example.com","mensagem":"uma\r\noutra"}'),
    ]) {
      const answer = await post(text, query, { 'content-type': 'application/json' });
      expect([text, answer.statusCode < 300]).toEqual([text, true]);
    }
  });

  test('writes down whether a key of the company came with it', async () => {
    const { campaignId, trackingKeys } = ingest.tenant;
    const ids = [
      (await created({ ...ANA, email: 'sem-chave@example.com', campaign_id: campaignId })).id,
      (
        await created(
          { ...ANA, email: 'com-chave@example.com', campaign_id: campaignId },
          `?key=${trackingKeys.generic}`,
        )
      ).id,
    ];
    const events = await Promise.all(ids.map(eventOf));
    expect(events.map(({ payload }) => payload.hasKey)).toEqual([false, true]);
  });

  test('answers with the lead, and writes it to the log with its personal data encrypted', async () => {
    const { tenant } = ingest;
    const clickId = await ingest.click();
    const body = {
      ...ANA,
      phone: '11 99999-0000',
      click_id: clickId,
      source: 'feira',
      medium: 'qr',
      campaign: 'natal',
    };
    const answer = await post(body, '', { referer: 'https://loja.example/' });
    expect(answer.statusCode).toBe(201);
    const { lead, message } = LeadCreated.parse(answer.json());
    expect(message).toBe('Lead recebido com sucesso.');
    expect(lead).toMatchObject({
      ...ANA,
      phone: '11 99999-0000',
      clickId,
      campaignId: tenant.campaignId,
      source: 'feira',
      status: 'new',
    });

    const event = await eventOf(lead.id);
    expect(LeadEvent.parse(event)).toMatchObject({
      tenantId: tenant.tenantId,
      campaignId: tenant.campaignId,
      payload: { clickId, source: 'feira', medium: 'qr', campaign: 'natal' },
    });
    expect(event.key).toBe(clickId);
    // Whole values: three letters of a name are in some random id or encrypted text once in a hundred runs.
    const written = JSON.stringify(event).toLowerCase();
    for (const value of ['Ana Sá', 'Ana@', 'example.com', '99999-0000', '11999990000']) {
      expect(written).not.toContain(value.toLowerCase());
    }
    const { person } = event.payload;
    expect(person && (await ingest.stack.persons.decrypt(tenant.tenantId, person))).toEqual({
      ...ANA,
      phone: '11 99999-0000',
    });
  });

  test('accepts a form with any content type', async () => {
    const { campaignId } = ingest.tenant;
    const form = new URLSearchParams({ nome: 'José', email: 'jose@x.co', telefone: '119', campaign_id: campaignId });
    const lead = await created(form.toString(), '', FORM);
    expect(lead).toMatchObject({ name: 'José', email: 'jose@x.co', phone: '119', clickId: null, campaignId });
    expect((await eventOf(lead.id)).key).toBe(campaignId);
    expect((await post(form.toString(), '', { 'content-type': 'text/plain' })).statusCode).toBe(200);
    expect((await post({ ...ANA, campaign_id: campaignId }, '', FORM)).statusCode).toBe(201);
  });

  test.each<[string, string | Buffer, string]>([
    [
      'labels for names',
      'Nome=Ana+S%C3%A1&E-mail=rotulos%40example.com&form_id=9de22fa&form_name=Captura',
      FORM['content-type'],
    ],
    [
      'labels in brackets',
      'form%5Bid%5D=9&fields%5Bname%5D%5Bvalue%5D=Ana+S%C3%A1&fields%5Bemail%5D%5Bvalue%5D=colchetes%40example.com',
      FORM['content-type'],
    ],
    [
      'percent bytes of the declared charset',
      'nome=Ana+S%E1&email=latin1%40example.com',
      `${FORM['content-type']}; charset=ISO-8859-1`,
    ],
    ['percent bytes of no declared charset', 'nome=Ana+S%E1&email=nenhum%40example.com', FORM['content-type']],
    [
      'JSON in UTF-16',
      Buffer.from('{"nome":"Ana Sá","email":"utf16@example.com"}', 'utf16le'),
      'application/json; charset=utf-16',
    ],
    [
      'JSON in Windows-1252',
      Buffer.from('{"nome":"Ana Sá","email":"cp1252@example.com"}', 'latin1'),
      'text/plain; charset="windows-1252"',
    ],
    ['a list with one lead', '[{"nome":"Ana Sá","email":"lista@example.com"}]', 'application/json'],
    [
      'multipart',
      '--X\r\nContent-Disposition: form-data; name="nome"\r\n\r\nAna Sá\r\n--X\r\nContent-Disposition: form-data; name="email"\r\n\r\npartes@example.com\r\n--X--\r\n',
      'multipart/form-data; boundary=X',
    ],
  ])('reads a lead of %s', async (_what, body, contentType) => {
    const query = `?key=${ingest.tenant.trackingKeys.generic}`;
    expect(await created(body, query, { 'content-type': contentType })).toMatchObject({ name: 'Ana Sá' });
  });

  test('refuses a lead with the names of the fields that came', async () => {
    const answer = await post({ apelido: 'Ana', cidade: 'Natal' }, `?key=${ingest.tenant.trackingKeys.generic}`);
    expect(LeadRefused.parse(answer.json()).keys).toEqual(['apelido', 'cidade']);
    expect(answer.body).not.toContain('Natal');
  });

  test('recognises a repeated lead by its e-mail in any case, also after a restart', async () => {
    const { campaignId } = ingest.tenant;
    const first = await created({ ...ANA, campaign_id: campaignId });
    const again = await post({ name: 'Ana', email: ' ana@example.com', campaign_id: campaignId });
    expect(again.statusCode).toBe(200);
    expect(LeadRepeated.parse(again.json())).toEqual({
      success: true,
      duplicate: true,
      lead: { id: first.id, campaignId: first.campaignId },
    });
    expect(again.json().lead).toEqual({ id: first.id, campaignId: first.campaignId });
    expect(again.json().lead.status).toBeUndefined();

    // Another process, which remembers nothing, sees the one that was stored.
    await store(await eventOf(first.id));
    const other = anotherProcess(await ingest.stack.openRecorder());
    const elsewhere = await other.inject({
      method: 'POST',
      url: '/leads',
      payload: { ...ANA, campaign_id: campaignId },
    });
    expect(LeadRepeated.parse(elsewhere.json()).lead.id).toBe(first.id);
    await other.close();
  });

  test('creates another lead for the same e-mail in another campaign', async () => {
    const first = await created({ ...ANA, campaign_id: ingest.tenant.campaignId });
    const elsewhere = await createTenant(ingest.stack);
    expect((await created({ ...ANA, campaign_id: elsewhere.campaignId })).id).not.toBe(first.id);
  });

  test('takes the tenant from the click, else from the campaign, else from the key', async () => {
    const { tenant } = ingest;
    const other = await createTenant(ingest.stack);
    const click_id = await ingest.click();
    const tenantOf = async (id: string) => (await eventOf(id)).tenantId;

    const byClick = await created({ ...ANA, click_id, campaign_id: other.campaignId });
    expect(byClick.campaignId).toBe(tenant.campaignId);
    expect(await tenantOf(byClick.id)).toBe(tenant.tenantId);
    const byCampaign = await created({ ...ANA, click_id: 'mc_unknown_1', campaign_id: other.campaignId });
    expect(await tenantOf(byCampaign.id)).toBe(other.tenantId);
    const byKey = await created(ANA, `?key=${tenant.trackingKeys.generic}`);
    expect(byKey).toMatchObject({ campaignId: null, clickId: null });
    const event = await eventOf(byKey.id);
    expect([event.tenantId, event.key]).toEqual([tenant.tenantId, tenant.tenantId]);
  });

  test('prefers the tenant of the key, and drops a click and a campaign of another tenant', async () => {
    const { tenant } = ingest;
    const other = await createTenant(ingest.stack);
    const foreign = { ...ANA, click_id: await ingest.click(), campaign_id: tenant.campaignId };
    const lead = await created(foreign, `?key=${other.trackingKeys.hotmart}`);
    expect(lead).toMatchObject({ campaignId: null, clickId: null });
    expect((await eventOf(lead.id)).tenantId).toBe(other.tenantId);
  });
});

describe('POST /leads with invalid input', () => {
  test.each(['unknown', 'x'.repeat(200), '%00'])(
    'answers 401 to the unknown key %s, whatever else names a tenant',
    async (key) => {
      const pad = 'x'.repeat(20_000);
      const answer = await post({ ...ANA, click_id: await ingest.click(), pad }, `?key=${key}`);
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'tracking-key-invalid']);
    },
  );

  test('rejects a lead without name, e-mail or tenant, and names the field', async () => {
    const { campaignId } = ingest.tenant;
    expect(await refused({ campaign_id: campaignId })).toEqual(['name', 'email']);
    expect(await refused({ ...ANA, email: 'ana', campaign_id: campaignId })).toEqual(['email']);
    expect(await refused(ANA)).toEqual(['campaign_id']);
    expect(await refused({ ...ANA, campaign_id: 'nobodys', click_id: 'mc_nobodys_1751849000000123456' })).toEqual([
      'campaign_id',
    ]);
    for (const body of ['', '{"name":', '[]', '"x"', 'null', '<xml/>', 'nome']) {
      expect(await refused(body), body).toEqual(['body']);
    }
    const answer = await post({ campaign_id: campaignId });
    expect(answer.json()).toMatchObject({ error: 'invalid-lead', message: 'Informe o nome.' });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  test('rejects a body that is too large or has too many fields', async () => {
    expect((await post({ ...ANA, more: 'x'.repeat(70_000) })).statusCode).toBe(413);
    const many = new URLSearchParams(Array.from({ length: 600 }, (_, index) => [`f${index}`, 'x']));
    expect(await refused(many.toString(), '', FORM)).toEqual(['body']);
  });

  test('answers 503 with Retry-After when neither log nor spool accepts the lead', async () => {
    const { stack, tenant } = ingest;
    const log = stack.openLog();
    await log.close();
    const closed = anotherProcess(await stack.openRecorder({ log, spoolBytesMax: 0 }));
    const payload = { ...ANA, campaign_id: tenant.campaignId };
    const answer = await closed.inject({ method: 'POST', url: '/leads', payload });
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await closed.close();
  });
});

test('allows any site to post leads', async () => {
  const answer = await ingest.app.inject({ method: 'OPTIONS', url: '/leads' });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': 'content-type',
  });
});

/** The same endpoints with a memory of their own. */
function anotherProcess(recorder: Recorder) {
  const { stack, clock } = ingest;
  const app = createServer({ logger: stack.logger, trustProxy: false });
  registerIngest(app, {
    recorder,
    ...stack.caches,
    leads: createLeadLookup(stack.postgres.sql),
    clickIds: createClickIdMint({ slot: 8, clock }),
    addresses: { encrypt: (ip) => ({ ipAddress: ip }), nameNetwork: () => '' },
    keyring: stack.keyring,
    clock,
    logger: stack.logger,
  });
  return app;
}

/** As the processor stores it. */
async function store({ id, tenantId, campaignId, receivedAt, payload }: LeadEvent): Promise<void> {
  if (!payload.person) throw new Error('nobody is in it');
  const { personId, keyId, sealed } = payload.person;
  const person = { person_id: personId, person_key_id: keyId, person_encrypted: sealed };
  const posted = { click_id: '', source: '', medium: '', campaign: '', click_minute: null };
  const row = {
    tenant_id: tenantId,
    id: payload.leadId,
    event_id: id,
    received_at: receivedAt,
    campaign_id: campaignId,
  };
  await ingest.stack.postgres.withTenant(tenantId, (transaction) =>
    transaction
      .insertInto('leads')
      .values({ ...row, ...posted, ...person })
      .execute(),
  );
}
