import { setImmediate } from 'node:timers/promises';
import { connect } from '@tracker/infra/postgres/connect';
import { useStack } from '@tracker/test/kit/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpTable } from './dump-tables.ts';

// It makes a table.
const stack = useStack({ ownPostgres: true });
let owner: ReturnType<typeof connect>;

beforeAll(() => {
  owner = connect({ url: stack.postgresUrl, logger: stack.logger, name: 'test', max: 1, role: null });
});
afterAll(() => owner.end({ timeout: 0 }));

test('copies one table after the other, however much of it comes at once', async () => {
  await owner`CREATE TABLE wide (text text)`;
  const sizes: number[] = [];
  const files = {
    async write(name: string, content: AsyncIterable<Uint8Array>) {
      let size = 0;
      for await (const chunk of content) {
        size += chunk.length;
        await setImmediate(); // As slow as a file.
      }
      sizes.push(size);
      return { name, size } as never;
    },
  };
  for (let rows = 1; rows <= 40; rows += 1) {
    await owner`INSERT INTO wide VALUES (repeat('x', 8000))`;
    await owner.begin(async (trx) => {
      expect(await dumpTable(trx, 'wide', files as never, 'wide')).toMatchObject({ rows });
      expect(await trx`SELECT count(*)::int AS count FROM wide`).toMatchObject([{ count: rows }]);
    });
  }
  expect(sizes).toEqual(Array.from({ length: 40 }, (_, index) => (index + 1) * 8_001));
});
