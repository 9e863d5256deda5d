// Which stored persons are one. A person's id is made of the e-mail; an event without one has the id of its transaction, else of its
// phone. Two e-mails are always two persons: a typed phone, a shared one, or a conversion whose buyer corrected the e-mail never brings one
// person's data into another's export or erasure. So an event without an e-mail belongs to the one e-mail that verified events name
// with its transaction, else with its phone; when they name two, it is a person of its own, which people can choose by hand. Unverified
// events tie no one. The rules are a function of stored rows; the order of events does not matter.
import type { Transaction } from 'kysely';
import type { Database, PersonTiesTable } from '../postgres/database.ts';

export interface PersonGroup {
  /** The e-mail's id; of a person without one the phone's, the transaction's or a random one. */
  readonly personId: string;
  /** All ids of the person, `personId` first. */
  readonly personIds: readonly string[];
  /** Phones and transactions that are this person's alone. An event without an e-mail that names one is this person's. */
  readonly ties: readonly string[];
}

type Reader = Transaction<Database>;
type Row = Pick<PersonTiesTable, 'tie' | 'person_id' | 'kind' | 'has_email' | 'verified'>;

/** Placeholders like 11999999999 tie thousands; two e-mails behind one are enough to know that it ties no one. */
const ROWS_MAX = 1_000;
/** Of a phone that strangers posted many times, those with proof come first. */
const GROUPS_MAX = 50;

export interface PersonGroups {
  /** The group that the person is in. */
  groupOf(personId: string): Promise<PersonGroup>;
  /** The groups of all persons with one of these phones or transactions, with proof or without. */
  groupsOfTies(ties: readonly string[]): Promise<PersonGroup[]>;
  /** Persons without an e-mail who share a phone or transaction with the group and are not in it. */
  relatedGroups(group: PersonGroup): Promise<PersonGroup[]>;
}

/** Inside of one transaction of the tenant. */
export function personGroups(transaction: Reader): PersonGroups {
  const read = createReader(transaction);

  const emailsOf = async (tie: string): Promise<Set<string>> =>
    new Set((await read.tie(tie)).filter((row) => row.verified && row.has_email).map((row) => row.person_id));

  /** Those of the phone, and those of conversions without an e-mail that name it. */
  async function emailsOfPhone(phone: string): Promise<Set<string>> {
    const emails = await emailsOf(phone);
    for (const { person_id, verified, has_email } of await read.tie(phone)) {
      if (emails.size > 1) break;
      if (!verified || has_email) continue;
      const [email, ...others] = await emailsOfConversions(person_id);
      if (email !== undefined && others.length === 0) emails.add(email);
    }
    return emails;
  }

  const emailsOfConversions = async (personId: string): Promise<Set<string>> =>
    union(await Promise.all((await verifiedTies(personId, 'transaction')).map(emailsOf)));

  const verifiedTies = async (personId: string, kind: Row['kind']): Promise<string[]> =>
    (await read.person(personId)).filter((row) => row.verified && row.kind === kind).map((row) => row.tie);

  async function rootOf(personId: string): Promise<string> {
    if ((await read.person(personId)).some((row) => row.has_email)) return personId;
    const phones = await verifiedTies(personId, 'phone');
    for (const emails of [
      await emailsOfConversions(personId),
      union(await Promise.all(phones.map((phone) => emailsOfPhone(phone)))),
    ]) {
      const [email, ...others] = emails;
      if (email !== undefined) return others.length === 0 ? email : personId;
    }
    const [phone, ...others] = phones;
    return phone !== undefined && others.length === 0 ? phone : personId;
  }

  async function groupOfRoot(root: string): Promise<PersonGroup> {
    const members = new Set([root]);
    const ties = new Set<string>();
    const waiting = [root];
    for (let member = waiting.pop(); member !== undefined; member = waiting.pop()) {
      const own = (await read.person(member)).filter((row) => row.verified).map((row) => row.tie);
      for (const tie of [...own, member]) {
        if (ties.has(tie)) continue;
        ties.add(tie);
        for (const { person_id, verified, has_email } of await read.tie(tie)) {
          if (!verified || has_email || members.has(person_id) || (await rootOf(person_id)) !== root) continue;
          members.add(person_id);
          waiting.push(person_id);
        }
      }
    }
    const alone: string[] = [];
    for (const tie of ties) if (tie !== root && (await isAlone(tie, root))) alone.push(tie);
    return { personId: root, personIds: [...members], ties: alone };
  }

  async function isAlone(tie: string, root: string): Promise<boolean> {
    const rows = await read.tie(tie);
    const emails = rows.some((row) => row.kind === 'phone') ? await emailsOfPhone(tie) : await emailsOf(tie);
    return rows.length > 0 && [...emails].every((email) => email === root);
  }

  async function groupsOf(personIds: readonly string[]): Promise<PersonGroup[]> {
    const roots = new Set<string>();
    for (const personId of new Set(personIds)) {
      roots.add(await rootOf(personId));
      if (roots.size === GROUPS_MAX) break;
    }
    const groups: PersonGroup[] = [];
    for (const root of roots) groups.push(await groupOfRoot(root));
    return groups;
  }

  const personsOf = async (ties: Iterable<string>, isWanted: (row: Row) => boolean): Promise<string[]> => {
    const rows = (await Promise.all([...ties].map((tie) => read.tie(tie)))).flat().filter(isWanted);
    return rows.toSorted((one, other) => Number(other.verified) - Number(one.verified)).map((row) => row.person_id);
  };

  return {
    groupOf: async (personId) => groupOfRoot(await rootOf(personId)),
    groupsOfTies: async (ties) => groupsOf(await personsOf(ties, () => true)),
    async relatedGroups({ personIds }) {
      const rows = await Promise.all(personIds.map((personId) => read.person(personId)));
      const members = new Set(personIds);
      const ties = new Set(rows.flat().map((row) => row.tie));
      return groupsOf(await personsOf(ties, (row) => !row.has_email && !members.has(row.person_id)));
    },
  };
}

function union(sets: readonly ReadonlySet<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}

/** Each row is read once. */
function createReader(transaction: Reader) {
  const known = new Map<string, Promise<Row[]>>();
  function rows(column: 'tie' | 'person_id', value: string): Promise<Row[]> {
    const name = `${column} ${value}`;
    let found = known.get(name);
    if (!found) {
      found = transaction
        .selectFrom('person_ties')
        .select(['tie', 'person_id', 'kind', 'has_email', 'verified'])
        .where(column, '=', value)
        .orderBy('verified', 'desc')
        .orderBy('has_email', 'desc')
        .orderBy('person_id')
        .limit(ROWS_MAX)
        .execute();
      known.set(name, found);
    }
    return found;
  }
  return { tie: (tie: string) => rows('tie', tie), person: (personId: string) => rows('person_id', personId) };
}
