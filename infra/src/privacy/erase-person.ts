// Erases a person by e-mail (decision 43). Deleting the person's key makes all data encrypted with it unreadable: in the log and
// its copies, in spools, in the tables of leads and deliveries. Conversions stay, without the buyer. The erasure is stored for
// every tenant in question, whether it knows the person or not: a spool may still hold older events.
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { eachApart } from '../lifecycle/each-apart.ts';
import { asOwner } from '../postgres/as-owner.ts';
import type { Logger } from '../telemetry/logger.ts';
import {
  checkedEmail,
  groupOf,
  type PersonAt,
  type PersonSearch,
  type PrivacyDeps,
  personAtTenants,
} from './find-person.ts';
import type { PersonGroup } from './person-groups.ts';
import { deliveryCountOfPersons } from './queries.ts';

export interface ErasureDeps extends PrivacyDeps {
  readonly databaseUrl: string;
  readonly logger: Logger;
}

export interface PersonCounts {
  readonly keys: number;
  /** Removed with the key. */
  readonly leads: number;
  /** Kept; who bought can no longer be read in them. */
  readonly deliveries: number;
}

export interface ErasedAt extends PersonAt, PersonCounts {}

export interface ErasureReport {
  readonly dryRun: boolean;
  /** The tenants that had data of the person. */
  readonly companies: readonly ErasedAt[];
  /** The number of tenants where the erasure is stored. */
  readonly remembered: number;
  /** Members of a tenant with this e-mail: not touched, since they sign in with it. Their tenants can remove them. */
  readonly accounts: number;
}

/** With `dryRun` nothing is changed, and the report says what would be. Safe to repeat, as after it rejects for some tenants. */
export async function erasePerson(
  deps: ErasureDeps,
  { dryRun = false, ...search }: PersonSearch & { readonly dryRun?: boolean },
): Promise<ErasureReport> {
  const email = checkedEmail(search.email);
  return asOwner(deps, async (sql) => {
    const tenants: ErasedAt[] = [];
    const everywhere = await personAtTenants(sql, { ...search, email });
    const failed: { tenantId: TenantId; error: unknown }[] = [];
    await eachApart(
      everywhere,
      async ({ isKnown, ...person }) => {
        const group = await groupOf(deps, person);
        const known = isKnown ? await countsOf(deps, person.tenantId, group) : NOTHING;
        if (known.keys + known.leads + known.deliveries > 0) tenants.push({ ...person, ...known });
        if (!dryRun) await eraseGroup(deps, person.tenantId, group);
      },
      ({ tenantId }, error) => void failed.push({ tenantId, error }),
    );
    if (failed.length > 0) {
      throw new AggregateError(
        failed.map(({ error }) => error),
        `The person was not erased at ${failed.map(({ tenantId }) => tenantId).join(', ')}, but everywhere else; repeat it.`,
      );
    }
    const [row] = await sql<{ accounts: string }[]>`
      SELECT count(*) AS accounts FROM persons p
      WHERE lower(p.email) = ${email} AND EXISTS (SELECT FROM memberships m WHERE m.user_id = p.id)`;
    const accounts = Number(row?.accounts ?? 0);
    // There may be sign-in attempts with it; the attempts of a user stay, against guessing.
    if (!dryRun && accounts === 0) {
      await sql`DELETE FROM persons WHERE lower(email) = ${email}`;
      // Of mails the account is the kind and the address.
      await sql`DELETE FROM login_attempts WHERE account = ${email} OR right(account, length(${email}) + 1) = ' ' || ${email}`;
    }
    return { dryRun, companies: tenants, remembered: dryRun ? 0 : everywhere.length, accounts };
  });
}

const NOTHING = { keys: 0, leads: 0, deliveries: 0 };

export async function countsOf(
  { postgres, clickhouse }: PrivacyDeps,
  tenantId: TenantId,
  { personIds }: PersonGroup,
): Promise<PersonCounts> {
  const { keys, leads } = await postgres.withTenant(tenantId, async (transaction) => {
    const count = async (table: 'person_keys' | 'leads') => {
      const { total } = await transaction
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .where('person_id', 'in', personIds)
        .executeTakeFirstOrThrow();
      return Number(total);
    };
    return { keys: await count('person_keys'), leads: await count('leads') };
  });
  const [row] = await deliveryCountOfPersons.run(clickhouse, tenantId, { personIds: [...personIds] });
  return { keys, leads, deliveries: row?.deliveries ?? 0 };
}

/** The second round finds what was recorded while the group was read and the first round ran; after it the ties refuse it. */
const ROUNDS = 2;

/**
 * Erases all ids of the person, and stores the erasure of the ties that are the person's alone: an event from before that arrives later,
 * without the e-mail, is refused by them.
 */
export async function eraseGroup({ postgres, persons }: PrivacyDeps, tenantId: TenantId, group: PersonGroup) {
  let ids = [...group.personIds, ...group.ties];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const id of ids) await persons.erase(tenantId, id);
    if (group.ties.length === 0) return;
    const late = await postgres.withTenant(tenantId, (transaction) =>
      transaction
        .selectFrom('person_ties')
        .select('person_id')
        .distinct()
        .where('tie', 'in', group.ties)
        .where('has_email', '=', false)
        .where('verified', '=', true)
        .execute(),
    );
    ids = late.map(({ person_id }) => person_id);
  }
}
