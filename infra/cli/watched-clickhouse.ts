// ClickHouse as commands see it: one that hangs is reported to the operator within ten seconds. A statement that only takes long is not.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { StoreError } from '@tracker/infra/clickhouse/errors';
import { withTimeout } from '@tracker/infra/lifecycle/timeout';
import type { Report } from './command.ts';

const NOTICE_MS = 6_000;
const ANSWERS_WITHIN_MS = 3_000;
const WATCHED = new Set<PropertyKey>(['query', 'insert', 'command']);

export function watchedClickHouse(clickhouse: ClickHouse, report: Pick<Report, 'say'>): ClickHouse {
  // The engine inside does one statement after the other, and hangs with the program alone.
  if (clickhouse.embedded) return clickhouse;
  let isReported = false;

  async function look() {
    const asked = clickhouse.query({ name: 'ops-answers', sql: 'SELECT 1' }).then(() => true);
    // A refusal is an answer; a connection that was cut is none.
    const answers = await withTimeout(ANSWERS_WITHIN_MS, asked, () => false).catch(
      (error: unknown) => !(error instanceof StoreError && error.kind === 'away'),
    );
    if (answers || isReported) return;
    isReported = true;
    report.say('ClickHouse has not answered for 9 s; the command waits for it.');
  }

  return new Proxy(clickhouse, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function' || !WATCHED.has(name)) return value;
      return (...given: unknown[]) => {
        const timer = setTimeout(look, NOTICE_MS);
        return (Reflect.apply(value, target, given) as Promise<unknown>).finally(() => clearTimeout(timer));
      };
    },
  });
}
