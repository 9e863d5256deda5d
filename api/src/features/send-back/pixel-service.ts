import { randomUUID } from 'node:crypto';
import type { AdPlatform, SentConversion } from '@tracker/infra/ad-platforms/ad-platform';
import { AppError } from '@tracker/infra/errors/app-error';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { decryptPixelToken, pixelTokenAad } from '@tracker/infra/secrets/pixel-token';
import type { Pixel, PixelInput } from '@tracker/schemas/contracts/pixel.contract';
import type { TestAnswer } from '@tracker/schemas/contracts/send-back.contract';
import { Money } from '@tracker/schemas/primitives/money';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { adPlatformAnswers, adPlatformProblemText } from '@tracker/schemas/texts/ad-platforms';
import { sendProblemText } from '@tracker/schemas/texts/send-back';
import type { Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import { giveUpWaiting, readResults } from './results.ts';
import type { TestLimit } from './shared.ts';

type Row = Selectable<Database['destinations']>;

export interface PixelService {
  read(person: Person): Promise<Pixel>;
  set(person: Person, input: PixelInput): Promise<Pixel>;
  remove(person: Person): Promise<void>;
  /** 409 without a saved pixel and test code. `browser`: of the caller, since an event must name one. */
  test(person: Person, browser: { ip: string; userAgent: string }): Promise<z.output<typeof TestAnswer>>;
}

export interface PixelDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly platform: AdPlatform;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly testLimit: TestLimit;
}

/** The pixel of one platform that takes conversions. */
export function createPixelService({
  postgres,
  keyring,
  platform,
  clock,
  publicUrl,
  testLimit,
}: PixelDeps): PixelService {
  const { descriptor } = platform;
  const { id: platformId } = descriptor;
  const find = (trx: Transaction<Database>): Promise<Row | undefined> =>
    trx
      .selectFrom('destinations')
      .selectAll()
      .where('kind', '=', 'conversions-api')
      .where('platform', '=', platformId)
      .executeTakeFirst();

  async function toPixel(trx: Transaction<Database>, row: Row | undefined): Promise<Pixel> {
    const resultsOf = await readResults(trx, row ? [row.id] : [], clock.now(), descriptor);
    return {
      pixelId: row?.pixel_id ?? null,
      tokenSet: row !== undefined,
      testCode: row?.test_code ?? null,
      enabled: row?.is_on ?? false,
      since: row?.is_on ? instantFromMs(row.since.getTime()) : null,
      stopReason: row?.stop_reason ? sendProblemText(row.stop_reason, descriptor) : null,
      results: resultsOf(row?.id ?? ''),
    };
  }

  return {
    read: ({ tenantId }) => postgres.withTenant(tenantId, async (trx) => toPixel(trx, await find(trx))),

    set: (person, { pixelId, token, testCode, enabled }) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const { tenantId } = person;
        await lockTenant(trx, 'destinations', tenantId);
        const before = await find(trx);
        if (!before && token === undefined) {
          throw new AppError('pixel-token-missing', { field: 'token' });
        }
        const now = new Date(clock.now());
        const id = before?.id ?? randomId('ds');
        const isSwitchedOn = enabled && !before?.is_on;
        const values = {
          pixel_id: pixelId,
          test_code: testCode,
          is_on: enabled,
          ...(token !== undefined && { token_encrypted: keyring.encrypt(token, pixelTokenAad(tenantId, id)) }),
          ...(isSwitchedOn && { since: now }),
          // A person who saves it wants it to be tried again.
          stop_reason: null,
          stopped_at: null,
        };
        if (before) await trx.updateTable('destinations').set(values).where('id', '=', id).execute();
        else {
          const made = {
            id,
            tenant_id: tenantId,
            kind: 'conversions-api',
            platform: platformId,
            since: now,
            created_at: now,
          } as const;
          await trx
            .insertInto('destinations')
            .values({ ...made, ...values })
            .execute();
        }
        if (!enabled) await giveUpWaiting(trx, id, clock.now());
        const fields = [
          before?.pixel_id !== pixelId && 'pixelId',
          token !== undefined && 'token',
          (before?.test_code ?? null) !== testCode && 'testCode',
          (before?.is_on ?? false) !== enabled && 'enabled',
        ].filter((field) => field !== false);
        await record(trx, person, 'pixel.set', { platform: platformId, pixelId, fields });
        return toPixel(trx, await find(trx));
      }),

    async remove(person) {
      await postgres.withTenant(person.tenantId, async (trx) => {
        const gone = await trx
          .deleteFrom('destinations')
          .where('kind', '=', 'conversions-api')
          .where('platform', '=', platformId)
          .executeTakeFirst();
        if (gone.numDeletedRows > 0n) await record(trx, person, 'pixel.remove', { platform: platformId });
      });
    },

    async test(person, { ip, userAgent }) {
      const { tenantId } = person;
      const row = await postgres.withTenant(tenantId, find);
      if (!row?.token_encrypted || row.pixel_id === null) throw new AppError('no-pixel');
      if (row.test_code === null) throw new AppError('no-test-code');
      testLimit.take(tenantId);
      const token = decryptPixelToken(keyring, tenantId, { id: row.id, encryptedToken: row.token_encrypted });
      const conversion: SentConversion = {
        eventId: `teste:${randomUUID()}`,
        soldAtMs: clock.now(),
        currency: 'BRL',
        value: Money.parse('1'),
        orderId: '',
        buyer: null,
        click: {
          pageUrl: publicUrl,
          ipAddress: ip,
          userAgent: userAgent || 'TrafficTracker/1.0',
          platformIds: {},
        },
      };
      const options = { testCode: row.test_code };
      const [outcome] = (await platform.sendConversions?.(row.pixel_id, token, [conversion], options)) ?? [];
      if (outcome?.accepted) return { success: true, message: adPlatformAnswers.testEventAccepted(descriptor) };
      const message = outcome
        ? adPlatformProblemText(outcome.error.problem, descriptor)
        : adPlatformAnswers.noTestAnswer(descriptor);
      return { success: false, message };
    },
  };
}
