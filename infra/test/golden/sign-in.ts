import { sql } from 'kysely';
import type { RunningProduct } from './run-product.ts';
import { emailOf, type GoldenTenant, PASSWORD, type RoleOfRun, userIdOf } from './tenants.ts';

/** Gives the cookie of a session. The database, whose time goes on, would end a session of the recording's time. */
export async function signIn(
  { url, postgres }: Pick<RunningProduct, 'url' | 'postgres'>,
  tenant: GoldenTenant,
  role: RoleOfRun,
): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(tenant, role), password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  await postgres.withPerson({ userId: userIdOf(tenant, role) }, (transaction) =>
    transaction.updateTable('sessions').set({ expires_at: sql`now() + interval '1 day'` }).execute(),
  );
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}
