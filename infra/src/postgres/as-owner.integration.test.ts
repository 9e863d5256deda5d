import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { randomText } from '../identity/random-id.ts';
import { asOwner } from './as-owner.ts';
import { connect } from './connect.ts';

const stack = useStack();

test('sees all tenants as the owner, and refuses the login of programs, which would see none', async () => {
  const { tenantId } = await createTenant(stack);
  const { logger, postgresUrl } = stack;
  const ask = (databaseUrl: string) =>
    asOwner({ databaseUrl, logger }, (sql) => sql`SELECT id FROM tenants WHERE id = ${tenantId}`);
  expect(await ask(postgresUrl)).toEqual([{ id: tenantId }]);

  const owner = connect({ url: postgresUrl, logger, name: 'test', max: 1, role: null });
  const login = `login_${randomText(8).toLowerCase()}`;
  onTestFinished(async () => {
    await owner.unsafe(`DROP ROLE ${login}`);
    await owner.end();
  });
  await owner.unsafe(`CREATE ROLE ${login} LOGIN PASSWORD 'segredo' IN ROLE tracker_app`);
  const url = Object.assign(new URL(postgresUrl), { username: login, password: 'segredo' }).href;
  const refusal = await ask(url).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(String(refusal)).toContain(`The login ${login} does not own the tables`);
});
