/** Spend that people and programs enter: by hand, by API key and by file; and what of it counts. */
import { createKey } from '@tracker/api/testing/api-keys';
import { factsOf } from '@tracker/api/testing/facts';
import { NOW, type StaffedTenant, type TestPerson, useApi } from '@tracker/api/testing/use-api';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { record } from '@tracker/processor/testing/events';
import type { SpendImport, SpendRow } from '@tracker/schemas/contracts/spend.contract';
import { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { InjectOptions } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';

const api = useApi();
const kit = createBatchKit(api.stack);
let tenant: StaffedTenant;
beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
});

type Asker = Pick<TestPerson, 'ask'>;
const put = ({ ask }: Asker, payload: object, campaignId = tenant.campaignId) =>
  ask({ method: 'PUT', url: `/api/campaigns/${campaignId}/spend`, payload });
const list = async (query = ''): Promise<SpendRow[]> => (await tenant.viewer.ask(`/api/spend${query}`)).json();
const amounts = async () => (await list()).map(({ day, source, amount }) => `${day} ${source} ${amount}`);

const post = (file: string | Buffer, { dryRun = false } = {}, asker: Asker = tenant.editor) => {
  const request: InjectOptions = { method: 'POST', url: `/api/spend/import${dryRun ? '?dryRun=1' : ''}` };
  return asker.ask({ ...request, headers: { 'content-type': 'text/csv' }, payload: file });
};
const importFile = async (file: string | Buffer, options = {}): Promise<SpendImport> => {
  const answer = await post(file, options);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const undo = ({ importId }: Pick<SpendImport, 'importId'>) =>
  tenant.editor.ask({ method: 'DELETE', url: `/api/spend/imports/${importId}` });

/** The tenant's events in the log, in the order in which they were appended. */
async function events(): Promise<AdSpendEvent[]> {
  const own: AdSpendEvent[] = [];
  const to = await api.stack.log.ends(EVENTS_TOPIC);
  for await (const records of api.stack.log.read({ topic: EVENTS_TOPIC, to, maxRecords: 500 })) {
    for (const { value } of records) {
      const event = JSON.parse(Buffer.from(value).toString());
      if (event.tenantId === tenant.tenantId) own.push(AdSpendEvent.parse(event));
    }
  }
  return own;
}

/** The processor's part, with the events in any order. */
const process = async (order: (all: AdSpendEvent[]) => AdSpendEvent[] = (all) => all) =>
  kit.process(order(await events()).map(record));

const spent = async () => {
  const summary = (await tenant.viewer.ask('/api/performance/summary?startDate=2036-11-01&endDate=2036-11-20')).json();
  const campaigns = (await tenant.viewer.ask('/api/campaigns')).json();
  return [summary.range.spend, campaigns[0].spend];
};

describe('an entry', () => {
  test('is added, changed and taken away, and the last change counts in any order of the events', async () => {
    const entry = { day: '2036-11-20', source: ' Google ', amount: '100.10', note: 'Busca' };
    const added = await put(tenant.editor, entry);
    const row = {
      ...{ campaignId: tenant.campaignId, day: '2036-11-20', source: 'google', amount: '100.10', currency: 'BRL' },
      ...{ note: 'Busca', origin: 'manual', isSetAside: false, importId: null },
    };
    expect([added.statusCode, added.json()]).toEqual([200, row]);
    expect(await list()).toEqual([row]);
    await put(tenant.editor, { ...entry, amount: 70.5 });
    await put(tenant.editor, { ...entry, source: 'Kwai', amount: '9.99' });
    expect((await put(tenant.editor, { ...entry, source: 'kwai', amount: null })).json()).toMatchObject({
      amount: null,
    });
    expect(await amounts()).toEqual(['2036-11-20 google 70.50']);
    // All of them in the same millisecond of this clock.
    await process((all) => all.toReversed());
    expect(await spent()).toEqual([70.5, 70.5]);
    await process();
    expect(await spent()).toEqual([70.5, 70.5]);
  });

  test('is made by an API key of its scope alone, and the audit log names the key', async () => {
    const entry = { day: '2036-11-20', source: 'tiktok', amount: '5.00', currency: 'usd' };
    const [key, reader] = [await createKey(api, tenant, ['spend']), await createKey(api, tenant, ['read', 'capture'])];
    expect((await put(key, entry)).json()).toMatchObject({ amount: '5.00', currency: 'USD' });
    expect((await put(reader, entry)).statusCode).toBe(403);
    expect((await put(tenant.viewer, entry)).statusCode).toBe(403);
    expect((await key.ask('/api/spend')).statusCode).toBe(403);
    const { actor, action, details } = (await tenant.admin.ask('/api/audit-log')).json()[0];
    expect({ actor, action, details }).toEqual({
      actor: 'Planilha spend',
      action: 'spend.enter',
      details: { campaignId: tenant.campaignId, day: '2036-11-20', source: 'tiktok', amount: '5.00', currency: 'USD' },
    });
  });

  test.each([
    [{ day: '2036-11-21' }, 'O dia 21/11/2036 ainda não chegou.'],
    [{ day: '2034-10-19' }, 'A empresa não guarda dados de antes de 20/10/2034.'],
    [{ day: '2036-02-30' }, 'Informe uma data que exista no calendário.'],
    [{ amount: '-1' }, 'O valor não pode ser negativo.'],
    [{ amount: '1,50' }, 'Informe o valor como 1234.56, com até 4 casas decimais.'],
    [{ amount: 1e300 }, 'Informe o valor como 1234.56, com até 4 casas decimais.'],
    [{ source: 'facebook/1' }, 'Informe a fonte com até 40 letras, números ou espaços, como google.'],
    [{ currency: 'R$' }, 'Informe a moeda com três letras, como BRL.'],
    [{ note: 'x'.repeat(201) }, 'A nota pode ter até 200 caracteres.'],
  ])('with %j is refused with a sentence', async (change, message) => {
    const answer = await put(tenant.editor, { day: '2036-11-20', source: 'google', amount: '1.00', ...change });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(await events()).toEqual([]);
  });

  test('is refused for the day and source that a linked platform reports, and set aside when the report comes later', async () => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const entry = { day: '2036-11-19', source: 'Meta Ads', amount: '50.00' };
    await facts.spend({ day: '2036-11-20', source: 'facebook/1', spend: '30.00' });
    const refused = await put(tenant.editor, { ...entry, day: '2036-11-20' });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        error: 'spend-reported',
        message: 'Os gastos de Facebook em 20/11/2036 já vêm da plataforma conectada a esta campanha.',
      },
    ]);
    expect((await put(tenant.editor, { ...entry, source: 'google', day: '2036-11-20' })).statusCode).toBe(200);
    expect((await put(tenant.editor, entry)).statusCode).toBe(200);
    await process();
    expect(await spent()).toEqual([130, 130]);
    await facts.spend({ day: '2036-11-19', source: 'facebook/2', spend: '8.00' });
    expect(await spent()).toEqual([88, 88]);
    expect(
      (await list('?startDate=2036-11-19&endDate=2036-11-19')).map(({ origin, isSetAside }) => [origin, isSetAside]),
    ).toEqual([
      ['platform', false],
      ['manual', true],
    ]);
    // It may be taken away, and counts again when the platform reports nothing of that day.
    await facts.spend({ day: '2036-11-19', source: 'facebook/2', spend: '0', impressions: 0, clicks: 0, ver: 2 });
    expect(await spent()).toEqual([130, 130]);
    expect((await put(tenant.editor, { ...entry, amount: null })).statusCode).toBe(200);
  });
});

describe('one platform under several names', () => {
  const NAMES = [
    'facebook_ads',
    'FacebookAds',
    'facebook-ads',
    'MetaAds',
    'Face Ads',
    'Meta Ads Manager',
    'Meta',
    'anúncios do Facebook',
  ];
  const ON = '2036-11-20';

  test('is refused by hand and in a file on a day that a connection reports, and gives way to a later report', async () => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    await facts.spend({ day: ON, source: 'facebook/1', spend: '100.00' });
    for (const source of NAMES) {
      const refused = await put(tenant.editor, { day: ON, source, amount: '50.00' });
      expect([source, refused.statusCode, refused.json().error]).toEqual([source, 409, 'spend-reported']);
      const file = await importFile(`dia;campanha;fonte;custo\n20/11/2036;${tenant.campaignId};${source};50,00\n`);
      expect([source, file.imported, file.errors.map(({ error }) => error)]).toEqual([source, 0, ['reported']]);
    }
    for (const source of NAMES) await put(tenant.editor, { day: '2036-11-19', source, amount: '50.00' });
    await process();
    expect(await spent()).toEqual([150, 150]);
    await facts.spend({ day: '2036-11-19', source: 'facebook/1', spend: '80.00' });
    expect(await spent()).toEqual([180, 180]);
  });

  test('takes the place of an entry under an older name of its source', async () => {
    await put(tenant.editor, { day: ON, source: 'google', amount: '10.00' });
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .updateTable('spend_entries')
        .set({ source: 'google ads' } as never)
        .execute(),
    );
    await put(tenant.editor, { day: ON, source: 'Google_Ads', amount: '12.00' });
    expect(await amounts()).toEqual(['2036-11-20 google 12.00']);
  });

  test.each([
    'Instagram',
    'ig',
    'Instagram Ads',
    'Audience Network',
    'Messenger',
    'Threads',
    'Facebook Ads 2',
    'Meta BM 01',
  ])('asks once whether the spend of %s is in the report, and keeps the answer', async (source) => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    await facts.spend({ day: ON, source: 'facebook/1', spend: '100.00' });
    const key = await createKey(api, tenant, ['spend']);
    const entry = { day: ON, source, amount: '50.00' };
    const asked = await put(key, entry);
    expect([asked.statusCode, asked.json().error, Object.keys(asked.json().fields)]).toEqual([
      ...[409, 'spend-placement-unanswered', ['inReport']],
    ]);
    expect((await put(key, { ...entry, inReport: true })).json().error).toBe('spend-reported');
    expect((await put(key, entry)).json().error).toBe('spend-reported');
    expect((await put(key, { ...entry, inReport: false })).statusCode).toBe(200);
    expect((await put(tenant.editor, { ...entry, amount: '60.00' })).statusCode).toBe(200);
    await process();
    expect(await spent()).toEqual([160, 160]);
    // The answer changes: what is there already gives way to the report, and comes back with the next one.
    expect((await put(key, { ...entry, inReport: true })).statusCode).toBe(409);
    await process((all) => all.toReversed());
    expect(await spent()).toEqual([100, 100]);
    expect((await list()).filter(({ origin }) => origin === 'manual').map(({ isSetAside }) => isSetAside)).toEqual([
      true,
    ]);
    expect((await put(key, { ...entry, amount: '70.00', inReport: false })).statusCode).toBe(200);
    await process();
    expect(await spent()).toEqual([170, 170]);
  });

  test('is asked about in a file, too, and nothing is stored before the answer', async () => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    await facts.spend({ day: ON, source: 'facebook/1', spend: '100.00' });
    const file = `dia;campanha;fonte;custo\n20/11/2036;${tenant.campaignId};Instagram Ads;50,00\n20/11/2036;${tenant.campaignId};google;5,00\n`;
    const look = await importFile(file, { dryRun: true });
    expect([look.questions, look.errors.map(({ error }) => error)]).toEqual([
      [{ id: 'inReport', choices: ['yes', 'no'] }],
      ['placement-unanswered'],
    ]);
    const refused = await post(file);
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'spend-placement-unanswered']);
    expect(await events()).toEqual([]);
    const answered = (answer: string) =>
      tenant.editor.ask({
        ...{ method: 'POST', url: `/api/spend/import?inReport=${answer}`, headers: { 'content-type': 'text/csv' } },
        payload: file,
      });
    expect((await answered('yes')).json()).toMatchObject({ imported: 1, errors: [{ error: 'reported' }] });
    expect((await importFile(file, { dryRun: true })).questions).toEqual([]);
  });

  test('is asked about in a list of rows, too, and the answer of one row counts for the others', async () => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    await facts.spend({ day: ON, source: 'facebook/1', spend: '100.00' });
    const row = { campaignId: tenant.campaignId, day: ON, source: 'ig', amount: '50.00' };
    const send = async (...payload: object[]) =>
      (await tenant.editor.ask({ method: 'PUT', url: '/api/spend', payload }))
        .json()
        .rows.map(({ error }: { error: string | null }) => error);
    expect(await send(row, { ...row, source: 'meta-ads' })).toEqual(['spend-placement-unanswered', 'spend-reported']);
    expect(await send({ ...row, inReport: false }, { ...row, day: '2036-11-19' })).toEqual([null, null]);
    await process();
    expect(await spent()).toEqual([200, 200]);
  });

  test('a company without a connection is not asked', async () => {
    expect((await put(tenant.editor, { day: ON, source: 'Instagram', amount: '5.00' })).statusCode).toBe(200);
  });
});

describe('a file', () => {
  const FILE = () =>
    `dia;campanha;fonte;custo\n18/11/2036;${tenant.campaignId};google;1.234,56\n19/11/2036;campanha PRINCIPAL;tiktok;10,00\n`;

  test('is previewed, imported once however often it comes, and undone', async () => {
    const preview = {
      ...{ importId: null, rows: 2, imported: 2, duplicates: 0, errors: [], skipped: 0, spread: 0, replaced: 0 },
      ...{ columns: ['dia', 'campanha', 'fonte', 'custo'], missing: [], questions: [] },
      sums: {
        file: [{ currency: 'BRL', amount: '1244.56' }],
        read: [{ currency: 'BRL', amount: '1244.56' }],
      },
      ...{ days: { first: '2036-11-18', last: '2036-11-19' }, totals: [{ currency: 'BRL', amount: '1244.56' }] },
    };
    expect(await importFile(FILE(), { dryRun: true })).toEqual(preview);
    expect(await list()).toEqual([]);
    const stored = await importFile(FILE());
    expect(stored).toEqual({ ...preview, importId: expect.any(String) });
    expect(await amounts()).toEqual(['2036-11-19 tiktok 10.00', '2036-11-18 google 1234.56']);
    const again = { ...preview, imported: 0, duplicates: 2, days: null, totals: [] };
    expect(await importFile(FILE())).toEqual(again);
    await process();
    expect(await spent()).toEqual([1244.56, 1244.56]);
    expect((await undo(stored)).statusCode).toBe(204);
    expect((await undo(stored)).statusCode).toBe(404);
    await process((all) => all.toReversed());
    expect(await spent()).toEqual([0, 0]);
    expect(await importFile(FILE())).toMatchObject({ imported: 2, duplicates: 0 });
  });

  test('gives back by its undo what it replaced, and leaves what was changed since', async () => {
    await put(tenant.editor, { day: '2036-11-18', source: 'google', amount: '1.00', note: 'à mão' });
    const stored = await importFile(FILE());
    await put(tenant.editor, { day: '2036-11-19', source: 'tiktok', amount: '11.00' });
    expect((await undo(stored)).statusCode).toBe(204);
    expect((await list()).map(({ amount, note }) => `${amount} ${note}`)).toEqual(['11.00 ', '1.00 à mão']);
    await process();
    expect(await spent()).toEqual([12, 12]);
  });

  test('names by its line each row that cannot be, and imports the others', async () => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    await facts.spend({ day: '2036-11-17', source: 'facebook/1', spend: '30.00' });
    const rows = [
      '21/11/2036;ID;google;1,00',
      '19/10/2034;ID;google;1,00',
      '17/11/2036;ID;Facebook;1,00',
      '17/11/2036;outra;google;1,00',
      '18/11/2036;ID;google;1234,57',
      '18/11/2036;ID;google;1.234,56',
      'ontem;ID;google;1,00',
    ].map((row) => row.replace('ID', tenant.campaignId));
    const answer = await importFile(`${FILE()}${rows.join('\n')}`);
    // Three rows of one day, campaign and source are summed, the equal ones too.
    expect(answer).toMatchObject({ rows: 9, imported: 4, duplicates: 0 });
    // No row that is refused counts.
    expect(answer.sums.read).toEqual(answer.totals);
    expect(answer.errors.map(({ line, error, message }) => `${line} ${error}: ${message}`)).toEqual([
      '4 future: O dia 21/11/2036 ainda não chegou.',
      '5 too-old: A empresa não guarda dados de antes de 20/10/2034.',
      '6 reported: Os gastos de Facebook em 17/11/2036 já vêm da plataforma conectada a esta campanha.',
      '7 campaign: A campanha “outra” não existe. Use o ID ou o nome exato.',
      '10 day: “ontem” não é um dia. Use 2026-11-20 ou 20/11/2026.',
    ]);
    expect(await amounts()).toEqual([
      '2036-11-19 tiktok 10.00',
      '2036-11-18 google 3703.69',
      '2036-11-17 facebook 30.00',
    ]);
  });

  test('by ad is summed, and the same file again changes nothing', async () => {
    const id = tenant.campaignId;
    const rows = ['AD01', 'AD02', 'AD03'].map((ad) => `2036-11-19,${id},${ad},tiktok,50.00`);
    const file = ['Dia,Nome da campanha,Nome do anúncio,Fonte,Valor usado (BRL)', ...rows].join('\n');
    expect(await importFile(file)).toMatchObject({ imported: 3, duplicates: 0, errors: [] });
    expect(await amounts()).toEqual(['2036-11-19 tiktok 150.00']);
    expect(await importFile(file)).toMatchObject({ importId: null, imported: 0, duplicates: 3 });
  });

  test('of several days is refused by the line, and spread when a person says so', async () => {
    const file = `Início dos relatórios,Término dos relatórios,Nome da campanha,Valor usado (BRL)\n2036-11-17,2036-11-19,${tenant.campaignId},100.00`;
    expect(await importFile(file)).toMatchObject({ importId: null, imported: 0, errors: [{ error: 'period' }] });
    const answer = await tenant.editor.ask({
      ...{ method: 'POST', url: '/api/spend/import?period=spread', headers: { 'content-type': 'text/csv' } },
      payload: file,
    });
    expect(answer.json()).toMatchObject({ imported: 1, spread: 1, totals: [{ amount: '100.00' }] });
    expect(await amounts()).toEqual([
      '2036-11-19 facebook 33.33',
      '2036-11-18 facebook 33.33',
      '2036-11-17 facebook 33.34',
    ]);
  });

  test.each([
    ['', 400, 'O arquivo não chegou. Envie-o como CSV (content-type: text/csv).'],
    ['dia;campanha\n', 400, 'Falta no arquivo: custo. A primeira linha deve dizer o nome das colunas.'],
    [`x${'\n'.repeat(1024 ** 2)}`, 413, 'O arquivo pode ter até 1 MB. Divida-o em partes.'],
  ])('that cannot be read is refused as a whole (%#)', async (text, status, message) => {
    const answer = await post(text);
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  });

  test('is taken by no other route, and no other type by this one', async () => {
    const headers = { 'content-type': 'text/csv' };
    const campaign = await tenant.editor.ask({ method: 'POST', url: '/api/campaigns', headers, payload: 'name\nx' });
    expect(campaign.statusCode).toBe(415);
    const json = await tenant.editor.ask({ method: 'POST', url: '/api/spend/import', payload: { day: 'x' } });
    expect([json.statusCode, json.json().error]).toEqual([400, 'file-missing']);
  });
});
