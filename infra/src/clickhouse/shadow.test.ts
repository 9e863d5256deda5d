import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ClickHouse, InsertRequest, QueryRequest } from './client.ts';
import { shadowClickHouse } from './shadow.ts';
import { REPLAYED_TABLES } from './tables/tenant-tables.ts';

/** The processor writes it from another topic, for operators: a replay of events does not change it. */
const NOT_REPLAYED = ['dead_letters', 'installation', 'store_probe'];

function recorded() {
  const stated: (QueryRequest | InsertRequest)[] = [];
  const store: ClickHouse = {
    embedded: true,
    query: async (request) => {
      stated.push(request);
      return [];
    },
    insert: async (request) => void stated.push(request),
    command: async () => undefined,
    ping: async () => undefined,
    close: async () => undefined,
  };
  return { stated, shadow: shadowClickHouse(store) };
}

describe('shadow store of a replay', () => {
  it('covers every table that the migrations create', () => {
    const folder = new URL('./migrations/', import.meta.url);
    const made = new Set<string>();
    for (const file of readdirSync(folder)) {
      const sql = readFileSync(new URL(file, folder), 'utf8');
      for (const [, table = ''] of sql.matchAll(/^CREATE TABLE IF NOT EXISTS (\w+)/gm)) made.add(table);
    }
    expect(new Set([...REPLAYED_TABLES, ...NOT_REPLAYED])).toEqual(made);
  });

  it('reads from and writes to the shadow tables', async () => {
    const { stated, shadow } = recorded();
    await shadow.insert({ table: 'clicks', columns: ['tenant_id'], rows: [['tn_1']] });
    await shadow.query({
      name: 'a-question',
      sql: `WITH known AS (SELECT click_id FROM clicks FINAL)
        SELECT 1 FROM conversions AS c FINAL JOIN known ON 1 LEFT JOIN page_views FINAL ON 1 WHERE a IN (SELECT number FROM numbers(3))`,
    });
    expect(stated).toMatchObject([
      { table: 'clicks_replay' },
      {
        sql: `WITH known AS (SELECT click_id FROM clicks_replay FINAL)
        SELECT 1 FROM conversions_replay AS c FINAL JOIN known ON 1 LEFT JOIN page_views_replay FINAL ON 1 WHERE a IN (SELECT number FROM numbers(3))`,
      },
    ]);
  });

  it('refuses statements that would reach a live table', async () => {
    const { stated, shadow } = recorded();
    expect(() => shadow.insert({ table: 'dead_letters', columns: ['id'], rows: [['1']] })).toThrow(/has no shadow/);
    expect(() => shadow.query({ name: 'q', sql: 'SELECT 1 FROM dead_letters FINAL' })).toThrow(/has no shadow/);
    await expect(shadow.command('TRUNCATE clicks')).rejects.toThrow(/no commands/);
    expect(stated).toEqual([]);
  });
});
