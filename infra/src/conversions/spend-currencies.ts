import type { TenantId } from '@tracker/schemas/primitives/ids';
import { BRL } from '@tracker/schemas/primitives/money';
import type { Transaction } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** Before spend in them is stored: figures of spend read the Central Bank's rates of these currencies. */
export async function rememberCurrencies(
  trx: Transaction<Database>,
  tenantId: TenantId,
  currencies: readonly string[],
): Promise<void> {
  const foreign = [...new Set(currencies)].filter((currency) => currency !== BRL);
  if (foreign.length === 0) return;
  await trx
    .insertInto('spend_currencies')
    .values(foreign.map((currency) => ({ tenant_id: tenantId, currency })))
    .onConflict((there) => there.doNothing())
    .execute();
}
