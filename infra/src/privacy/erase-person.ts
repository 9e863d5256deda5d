// Erases a person by e-mail (decision 43). Deleting the person's key makes all data encrypted with it unreadable: in the log and
// its copies, in spools, in the tables of leads and deliveries. Conversions stay, without the buyer. The erasure is stored for
// every tenant in question, whether it knows the person or not: a spool may still hold older events.
import type { ClickHouse } from '../clickhouse/client.ts';
import { asOwner } from '../postgres/as-owner.ts';
import type { Postgres } from '../postgres/client.ts';
import type { Logger } from '../telemetry/logger.ts';
import { checkedEmail, type PersonAt, type PersonSearch, personAtTenants } from './find-person.ts';
import type { Persons } from './persons.ts';
import { deliveryCountOfPerson } from './queries.ts';

export interface ErasureDeps {
  readonly databaseUrl: string;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly persons: Persons;
  readonly logger: Logger;
}

export interface ErasedAt extends PersonAt {
  readonly keys: number;
  /** Removed with the key. */
  readonly leads: number;
  /** Kept; who bought can no longer be read in them. */
  readonly deliveries: number;
}

export interface ErasureReport {
  readonly dryRun: boolean;
  /** The tenants that had data of the person. */
  readonly companies: readonly ErasedAt[];
  /** The number of tenants where the erasure is stored. */
  readonly remembered: number;
  /** Users of the product with this e-mail: not touched, since they sign in with it. Their tenant can remove them. */
  readonly accounts: number;
}

/** With `dryRun` nothing is changed, and the report says what would be. Safe to repeat. */
export async function erasePerson(
  deps: ErasureDeps,
  { dryRun = false, ...search }: PersonSearch & { readonly dryRun?: boolean },
): Promise<ErasureReport> {
  const email = checkedEmail(search.email);
  return asOwner(deps, async (sql) => {
    const tenants: ErasedAt[] = [];
    const everywhere = await personAtTenants(sql, { ...search, email });
    for (const { isKnown, ...person } of everywhere) {
      const known = isKnown ? await knownOf(deps, person) : NOTHING;
      if (known.keys + known.leads + known.deliveries > 0) tenants.push({ ...person, ...known });
      if (!dryRun) await deps.persons.erase(person.tenantId, person.personId);
    }
    const [row] = await sql<{ accounts: string }[]>`
      SELECT count(*) AS accounts FROM users WHERE lower(email) = ${email}`;
    const accounts = Number(row?.accounts ?? 0);
    // There may be sign-in attempts with it; the attempts of a user stay, against guessing.
    if (!dryRun && accounts === 0) await sql`DELETE FROM login_attempts WHERE account = ${email}`;
    return { dryRun, companies: tenants, remembered: dryRun ? 0 : everywhere.length, accounts };
  });
}

const NOTHING = { keys: 0, leads: 0, deliveries: 0 };

async function knownOf({ postgres, clickhouse }: ErasureDeps, { tenantId, personId }: PersonAt) {
  const { keys, leads } = await postgres.withTenant(tenantId, async (transaction) => {
    const count = async (table: 'person_keys' | 'leads') => {
      const { total } = await transaction
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .where('person_id', '=', personId)
        .executeTakeFirstOrThrow();
      return Number(total);
    };
    return { keys: await count('person_keys'), leads: await count('leads') };
  });
  const [row] = await deliveryCountOfPerson.run(clickhouse, tenantId, { personId });
  return { keys, leads, deliveries: row?.deliveries ?? 0 };
}
