import { randomUUID } from 'node:crypto';
import type { AdPlatformDestination, SentConversion } from '@tracker/infra/ad-platforms/ad-platform';
import { createConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { AppError } from '@tracker/infra/errors/app-error';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { decryptDestinationSecret, destinationSecretAad } from '@tracker/infra/secrets/destination-secret';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import type { Pixel, PixelInput } from '@tracker/schemas/contracts/pixel.contract';
import type { TestAnswer } from '@tracker/schemas/contracts/send-back.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { Money } from '@tracker/schemas/primitives/money';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { adPlatformAnswers, adPlatformProblemText } from '@tracker/schemas/texts/ad-platforms';
import { sendProblemText } from '@tracker/schemas/texts/send-back';
import type { Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import { holdAdmin, readMakers } from '../../store/made-by.ts';
import { giveUpWaiting } from '../../store/outbox.ts';
import { readResults } from './results.ts';
import type { TestLimit } from './shared.ts';

type Row = Selectable<Database['destinations']>;

export interface PixelService {
  read(person: Person): Promise<Pixel>;
  set(person: Person, input: PixelInput): Promise<Pixel>;
  remove(person: Person): Promise<void>;
  /** 409 without a saved pixel and test code, and without a connection where its token is used. `browser`: of the caller, since an event must name one. */
  test(person: Person, browser: { ip: string; userAgent: string }): Promise<z.output<typeof TestAnswer>>;
}

export interface PixelDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly descriptor: AdPlatformDescriptor;
  readonly destination: AdPlatformDestination;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly testLimit: TestLimit;
}

/** The destination of one platform that takes conversions. */
export function createPixelService({
  postgres,
  keyring,
  descriptor,
  destination,
  clock,
  publicUrl,
  testLimit,
}: PixelDeps): PixelService {
  const { id: platformId } = descriptor;
  const hasOwnToken = destination.credential === 'own';
  const connections = createConnectionStore({ postgres, keyring, clock }, platformId);
  const find = (trx: Transaction<Database>): Promise<Row | undefined> =>
    trx
      .selectFrom('destinations')
      .selectAll()
      .where('kind', '=', 'conversions-api')
      .where('platform', '=', platformId)
      .executeTakeFirst();

  async function toPixel(trx: Transaction<Database>, row: Row | undefined): Promise<Pixel> {
    const resultsOf = await readResults(trx, row ? [row.id] : [], clock.now(), descriptor);
    const settings = row?.settings ?? {};
    const saved = Object.keys(destination.saved.shape).map((name) => [name, settings[name] ?? null]);
    return {
      ...(Object.fromEntries(saved) as Pick<Pixel, 'pixelId' | 'testCode'>),
      tokenSet: row?.token_encrypted != null,
      enabled: row?.is_on ?? false,
      since: row?.is_on ? instantFromMs(row.since.getTime()) : null,
      stopReason: row?.stop_reason ? sendProblemText(row.stop_reason, descriptor) : null,
      madeBy: (await readMakers(trx))(row?.created_by),
      results: resultsOf(row?.id ?? ''),
    };
  }

  async function tokenOf(tenantId: TenantId, { id, token_encrypted: encryptedToken }: Row): Promise<string> {
    if (encryptedToken) return decryptDestinationSecret(keyring, tenantId, { id, encryptedToken });
    const connection = await connections.find(tenantId);
    if (connection?.isAlive) return connection.token();
    const code = connection ? 'reconnect_needed' : 'not_connected';
    const params = { sentence: adPlatformProblemText({ code }, descriptor) };
    throw new AppError('ad-platform-not-connected', { params });
  }

  return {
    read: ({ tenantId }) => postgres.withTenant(tenantId, async (trx) => toPixel(trx, await find(trx))),

    set: (person, { token, enabled, ...settings }) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const { tenantId } = person;
        await holdAdmin(trx, person);
        await lockTenant(trx, 'destinations', tenantId);
        const before = await find(trx);
        if (hasOwnToken && !before && token === undefined) {
          throw new AppError('pixel-token-missing', { field: 'token' });
        }
        const now = new Date(clock.now());
        const id = before?.id ?? randomId('ds');
        const isSwitchedOn = enabled && !before?.is_on;
        const values = {
          settings,
          changed_by: person.userId,
          is_on: enabled,
          ...(token !== undefined && { token_encrypted: keyring.encrypt(token, destinationSecretAad(tenantId, id)) }),
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
            credential: destination.credential,
            since: now,
            created_at: now,
            created_by: person.userId,
          } as const;
          await trx
            .insertInto('destinations')
            .values({ ...made, ...values })
            .execute();
        }
        if (!enabled) await giveUpWaiting(trx, id, clock.now());
        const fields = [
          ...Object.entries(settings).flatMap(([name, value]) =>
            (before?.settings[name] ?? null) === value ? [] : [name],
          ),
          ...(token === undefined ? [] : ['token']),
          ...((before?.is_on ?? false) === enabled ? [] : ['enabled']),
        ];
        await record(trx, person, 'pixel.set', { platform: platformId, ...settings, fields });
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
      if (!row) throw new AppError('no-pixel');
      const { settings } = row;
      if (!destination.isTestable(settings)) throw new AppError('no-test-code');
      testLimit.take(tenantId);
      const token = await tokenOf(tenantId, row);
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
          ids: {},
        },
      };
      const [outcome] = await destination.send({ settings, token }, [conversion], { isTest: true });
      if (outcome?.accepted) return { success: true, message: adPlatformAnswers.testEventAccepted(descriptor) };
      const message = outcome
        ? adPlatformProblemText(outcome.error.problem, descriptor)
        : adPlatformAnswers.noTestAnswer(descriptor);
      return { success: false, message };
    },
  };
}
