/**
 * Searches for texts in everything that a stopped product stores: the bytes of every file, every column of both databases, and
 * every record of the event log. Files alone are not enough, because databases and log compress; databases alone are not
 * enough, because deleted rows remain in their files. Portuguese sentences are searched in the columns alone.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { connect } from '@tracker/infra/postgres/connect';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { TOPICS } from '@tracker/schemas/events/topics';
import { sentenceIn } from './stored-sentences.ts';

const logger = createLogger({ level: 'silent', name: 'e2e' });

export interface Found {
  readonly text: string;
  readonly where: string;
}

/** How much was searched: a search that reads nothing finds nothing. */
export interface Searched {
  readonly found: Found[];
  /** Sentences in columns that hold codes. */
  readonly sentences: Found[];
  readonly files: number;
  readonly columns: number;
  readonly records: number;
}

export async function searchStores(dataDir: string, texts: readonly string[]): Promise<Searched> {
  const textsIn = finderOf(texts.flatMap((text) => formsOf(text).map((bytes) => ({ text, bytes }))));
  const found: Found[] = [];
  const sentences: Found[] = [];
  const look = (where: string, bytes: Buffer) => {
    for (const text of textsIn(bytes)) found.push({ text, where });
  };
  function lookAtColumn(where: string, value: string) {
    look(where, Buffer.from(value));
    const text = sentenceIn(where, value);
    if (text !== undefined) sentences.push({ text, where });
  }
  const files = searchFiles(dataDir, look);
  const inPostgres = await searchPostgres(dataDir, lookAtColumn, look);
  const inClickHouse = await searchClickHouse(dataDir, lookAtColumn);
  return { found, sentences, files, columns: inPostgres.columns + inClickHouse, records: inPostgres.records };
}

type Look = (where: string, bytes: Buffer) => void;
type LookAtColumn = (where: string, value: string) => void;

/** The encodings of a text: plain, URL-encoded, hex, UTF-16, and base64 at each of its three alignments. */
function formsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text, 'utf8');
  const base64 = [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The first and last characters contain bits of their neighbours.
    const middle = encoded.slice(shift === 0 ? 0 : shift + 1, -1);
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const texts = new Set([text, encodeURIComponent(text), bytes.toString('hex'), ...base64]);
  return [...[...texts].map((one) => Buffer.from(one, 'utf8')), Buffer.from(text, 'utf16le')];
}

interface Needle {
  readonly text: string;
  readonly bytes: Buffer;
}

/**
 * Finds the texts of hundreds of needles in one pass, as Wu and Manber do: where the last two bytes of a window are in no needle, the window
 * goes on by nearly its whole width, which is that of the shortest needle.
 */
export function finderOf(needles: readonly Needle[]): (bytes: Buffer) => Set<string> {
  const width = Math.min(...needles.map(({ bytes }) => bytes.length));
  if (width < 2 || width > 255) throw new RangeError(`a needle of ${width} bytes`);
  const steps = new Uint8Array(0x1_00_00).fill(width - 1);
  const endingWith = new Map<number, Needle[]>();
  for (const needle of needles) {
    for (let at = 1; at < width; at += 1) {
      const pair = needle.bytes.readUInt16BE(at - 1);
      steps[pair] = Math.min(steps[pair]!, width - 1 - at);
    }
    const last = needle.bytes.readUInt16BE(width - 2);
    endingWith.set(last, [...(endingWith.get(last) ?? []), needle]);
  }
  return (bytes) => {
    const found = new Set<string>();
    for (let at = width - 1; at < bytes.length; ) {
      const pair = (bytes[at - 1]! << 8) | bytes[at]!;
      const step = steps[pair]!;
      if (step === 0) {
        for (const needle of endingWith.get(pair) ?? []) {
          const from = at - width + 1;
          if (bytes.subarray(from, from + needle.bytes.length).equals(needle.bytes)) found.add(needle.text);
        }
      }
      at += step || 1;
    }
    return found;
  };
}

function searchFiles(dataDir: string, look: Look): number {
  let files = 0;
  for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    const path = join(dataDir, name);
    if (!statSync(path).isFile()) continue;
    files += 1;
    look(`file ${relative(dataDir, path)}`, readFileSync(path));
  }
  return files;
}

async function searchPostgres(
  dataDir: string,
  lookAtColumn: LookAtColumn,
  look: Look,
): Promise<{ columns: number; records: number }> {
  const server = await startEmbeddedPostgres({ dataDir, logger });
  const sql = connect({ url: server.url, logger, name: 'search', max: 1, role: null });
  try {
    const columns = await sql<{ schema: string; table: string; column: string }[]>`
      SELECT c.table_schema AS schema, c.table_name AS table, c.column_name AS column FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema IN ('public', 'pgboss') AND t.table_type = 'BASE TABLE'`;
    for (const { schema, table, column } of columns) {
      const rows = await sql<{ value: string | null }[]>`
        SELECT CASE WHEN pg_typeof(${sql(column)})::text = 'bytea' THEN encode(${sql(column)}::text::bytea, 'escape')
                    ELSE ${sql(column)}::text END AS value
        FROM ${sql(schema)}.${sql(table)}`;
      for (const { value } of rows) if (value !== null) lookAtColumn(`postgres ${table}.${column}`, value);
    }
    return { columns: columns.length, records: await searchLog(server.url, look) };
  } finally {
    await sql.end();
    await server.stop();
  }
}

async function searchLog(url: string, look: Look): Promise<number> {
  const log = createPostgresEventLog({ url, logger });
  let count = 0;
  try {
    for (const topic of TOPICS) {
      for await (const records of log.read({ topic, to: await log.ends(topic), maxRecords: 1_000 })) {
        for (const { position, key, value } of records) {
          count += 1;
          look(`log ${topic} ${position}`, Buffer.concat([Buffer.from(key), Buffer.from(value)]));
        }
      }
    }
    return count;
  } finally {
    await log.close();
  }
}

async function searchClickHouse(dataDir: string, lookAtColumn: LookAtColumn): Promise<number> {
  const store = await openClickHouse({ dataDir: join(dataDir, 'clickhouse'), logger });
  try {
    const columns = await store.query<{ database: string; table: string; name: string }>({
      name: 'search-columns',
      sql: `SELECT c.database, c.table, c.name FROM system.columns AS c
            JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
            WHERE t.engine LIKE '%MergeTree'`,
    });
    for (const { database, table, name } of columns) {
      const rows = await store.query<{ value: string | null }>({
        name: 'search-column',
        sql: `SELECT toString(${name}) AS value FROM ${database}.${table}`,
      });
      for (const { value } of rows) lookAtColumn(`clickhouse ${table}.${name}`, value ?? '');
    }
    return columns.length;
  } finally {
    await store.close();
  }
}
