// CLICKHOUSE_CLUSTER (ADR 48): statements that are written for one server become statements for all replicas of a cluster.

/** `{uuid}` is the same on all replicas and stays with a table when two are exchanged; a path with the table's name would not. */
const KEEPER_PATH = "'/clickhouse/tables/{uuid}/{shard}', '{replica}'";

/**
 * Of inserts. An acknowledged one is on the disks of a majority, since offsets move on the strength of it. A repeated block is stored again:
 * rows may come back after they were deleted, and which of two rows wins is the table's own affair. Below the client's own timeout.
 */
export const QUORUM_SETTINGS = "insert_quorum = 'auto', insert_quorum_timeout = 30000, insert_deduplicate = 0";

/** What comes between the head of a statement and its rest, by head. */
const HEADS: readonly (readonly [head: RegExp, after: (cluster: string) => string])[] = [
  [/^CREATE TABLE (?:IF NOT EXISTS )?\w+/, (cluster) => ` ON CLUSTER '${cluster}'`],
  [/^ALTER TABLE \w+/, (cluster) => ` ON CLUSTER '${cluster}'`],
  [/^DROP TABLE (?:IF EXISTS )?\w+/, (cluster) => ` ON CLUSTER '${cluster}'`],
  [/^RENAME TABLE (?:IF EXISTS )?\w+ TO \w+/, (cluster) => ` ON CLUSTER '${cluster}'`],
  [/^EXCHANGE TABLES \w+ AND \w+/, (cluster) => ` ON CLUSTER '${cluster}'`],
  [/^INSERT INTO \w+(?: \([^)]*\))?/, () => ` SETTINGS ${QUORUM_SETTINGS}`],
  [/^SELECT\b/, () => ''],
];

/** Throws a `TypeError` for a statement of a kind that it does not know: on one replica alone it would split the cluster. */
export function onCluster(sql: string, cluster: string): string {
  const comments = /^(?:\s*--.*\n)*\s*/.exec(sql)?.[0] ?? '';
  const statement = sql.slice(comments.length);
  for (const [pattern, after] of HEADS) {
    const head = pattern.exec(statement)?.[0];
    if (head !== undefined)
      return `${comments}${head}${after(cluster)}${replicated(head, statement.slice(head.length))}`;
  }
  throw new TypeError(`no form for a cluster is known for: ${statement.slice(0, 60)}`);
}

const replicated = (head: string, rest: string): string =>
  head.startsWith('CREATE')
    ? rest.replace(
        /\bENGINE = (\w*MergeTree)\b(?:\(([^)]*)\))?/,
        (_all, engine: string, given: string | undefined) =>
          `ENGINE = Replicated${engine}(${KEEPER_PATH}${given ? `, ${given}` : ''})`,
      )
    : rest;
