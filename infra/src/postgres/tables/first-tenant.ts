import type { Postgres } from '../client.ts';

/** Whether a tenant besides the demo is there, closed ones included: until then the first one may register, also where REGISTRATION is closed. */
export async function hasTenant({ sql }: Pick<Postgres, 'sql'>): Promise<boolean> {
  const [row] = await sql<{ is_there: boolean }[]>`SELECT has_tenant() AS is_there`;
  return row?.is_there ?? true;
}
