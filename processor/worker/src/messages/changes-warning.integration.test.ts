import type { StaffedTenant } from '@tracker/api/testing/use-api';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { EFFECTS_OF, WARNED_ACTIONS, warnsAdministrators } from '@tracker/schemas/effects';
import { eventually } from '@tracker/test/kit/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWarnings } from '../testing/warning-kit.ts';
import { changesWarning } from './changes-warning.ts';
import { lookFor } from './warnings.ts';

const { api, deps, mailsTo, newTenant, fourTenants } = useWarnings();

const look = () => lookFor(changesWarning, deps());

interface Change {
  readonly action: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
/** As the API notes them, in the quarter of an hour that ended `quartersAgo` ago. */
const note = ({ tenantId, admin }: StaffedTenant, changes: readonly Change[], quartersAgo = 1) =>
  api.stack.postgres.withTenant(tenantId, async (trx) => {
    const quarter = sql<Date>`date_bin('15 minutes', now() - interval '1 minute', 'epoch') - ${quartersAgo}::int * interval '15 minutes'`;
    for (const { action, details = {} } of changes) {
      await trx
        .insertInto('audit_log')
        .values({ tenant_id: tenantId, actor: admin.userId, actor_name: 'Bia Reis', action, details, at: quarter })
        .execute();
    }
  });

test('mails the administrators once for a quarter of an hour what let something in or out, or moves money', async () => {
  const tenant = await newTenant();
  await note(tenant, [
    { action: 'postback.create', details: { name: 'Parceiro' } },
    { action: 'api-key.create', details: { name: 'Planilha', scopes: ['read'] } },
    { action: 'tenant.change', details: { fields: ['budgetRaisePerDay'] } },
    { action: 'campaign.edit', details: { name: 'Curso', fields: ['destinationUrl'] } },
    { action: 'tenant.change', details: { fields: ['name'] } },
    { action: 'campaign.edit', details: { name: 'Curso', fields: ['targetCpa'] } },
    { action: 'clicks.export' },
  ]);
  await Promise.all([look(), look()]);
  await look();
  await eventually(() => expect(mailsTo(tenant.admin)).toHaveLength(1));
  const [mail] = mailsTo(tenant.admin);
  expect(mail?.subject).toBe('Loja: alterações de acesso, envio ou gasto');
  expect(mail?.text).toContain('Bia Reis criou o postback “Parceiro”.');
  expect(mail?.text).toContain('Bia Reis criou a chave de API “Planilha” (leitura).');
  expect(mail?.text).toContain('configurações da empresa (aumento de orçamento por dia)');
  expect(mail?.text).toContain('alterou a campanha “Curso” (URL de destino)');
  expect(mail?.text.match(/Bia Reis/g)).toHaveLength(4);
  expect(mail?.text).toContain(`${api.deps.publicUrl}/company?company=${tenant.tenantId}`);
  expect(mailsTo(tenant.viewer)).toEqual([]);
});

test('shows no address that a person wrote into a name', async () => {
  const tenant = await newTenant();
  await note(tenant, [
    { action: 'campaign.edit', details: { name: 'Confirme em https://evil.example/x', fields: ['destinationUrl'] } },
    { action: 'api-key.create', details: { name: 'evil.example', scopes: ['read'] } },
  ]);
  await look();
  await eventually(() => expect(mailsTo(tenant.admin)).toHaveLength(1));
  expect(mailsTo(tenant.admin)[0]?.raw).not.toContain('evil');
  expect(mailsTo(tenant.admin)[0]?.text).toContain('alterou a campanha “…” (URL de destino)');
});

test('mails what the call itself notes, for each kind of change that the effects name', async () => {
  const tenant = await newTenant();
  const added = await tenant.admin.ask({
    ...{ method: 'POST', url: '/api/postbacks' },
    payload: { name: 'Parceiro', url: 'https://parceiro.com/p?clickid={clickid}', enabled: true },
  });
  expect(added.statusCode).toBe(201);
  const noted = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('audit_log').select(['action', 'details']).execute(),
  );
  await note(
    tenant,
    noted.filter(({ action }) => action === 'postback.create'),
  );
  await look();
  await eventually(() => expect(mailsTo(tenant.admin)).toHaveLength(1));
  expect(mailsTo(tenant.admin)[0]?.text).toContain('criou o postback “Parceiro”');
});

test('mails each action of each contract that the effects name', async () => {
  const tenant = await newTenant();
  const warned = CONTRACTS.filter(({ name }) => warnsAdministrators(name)).flatMap(
    ({ name }) => EFFECTS_OF[name]!.audit,
  );
  const actions = [...new Set(warned)];
  await note(
    tenant,
    actions.map((action) => {
      const fields = WARNED_ACTIONS.get(action);
      return { action, details: fields === 'always' ? {} : { fields } };
    }),
  );
  await look();
  await eventually(() => expect(mailsTo(tenant.admin)).toHaveLength(1));
  const shown = mailsTo(tenant.admin)[0]?.text.match(/Bia Reis/g)?.length ?? 0;
  const others = Number(/E mais (\d+)/.exec(mailsTo(tenant.admin)[0]?.text ?? '')?.[1] ?? 0);
  expect(shown + others).toBe(actions.length);
});

test('shows thirty changes of one quarter, and how many others there are', async () => {
  const tenant = await newTenant();
  await note(
    tenant,
    Array.from({ length: 33 }, () => ({ action: 'api-key.revoke', details: { name: 'Chave' } })),
  );
  await look();
  await eventually(() => expect(mailsTo(tenant.admin)).toHaveLength(1));
  expect(mailsTo(tenant.admin)[0]?.text.match(/revogou/g)).toHaveLength(30);
  expect(mailsTo(tenant.admin)[0]?.text).toContain('E mais 3,');
});

test('mails nothing about old days or the quarter that is not over, nor to suspended or unconfirmed tenants', async () => {
  const { calm: old, suspended, unconfirmed, loud } = await fourTenants();
  const change = [{ action: 'postback.create', details: { name: 'Parceiro' } }];
  await note(old, change, 4 * 25);
  await note(old, change, 0);
  for (const tenant of [suspended, unconfirmed, loud]) await note(tenant, change);
  await look();
  await eventually(() => expect(mailsTo(loud.admin)).toHaveLength(1));
  for (const tenant of [old, suspended, unconfirmed]) expect(mailsTo(tenant.admin)).toEqual([]);
});
