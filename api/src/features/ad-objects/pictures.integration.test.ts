import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuardedCall } from '@tracker/infra/postbacks/guarded-call';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';
import { PICTURE_BYTES_MAX } from './pictures.ts';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);
const asked: string[] = [];
let pictures: Server;

/** Where the platform's pictures are, at a name that resolves to this machine; all other names are asked as in production. */
const HOST = 'pictures.example';
const call = createGuardedCall({ bodyBytesMax: PICTURE_BYTES_MAX });
const api = useApi({
  before: async () => {
    pictures = createServer(({ url = '' }, response) => {
      asked.push(url);
      if (url.includes('page')) return response.end('<!doctype html><script>alert(1)</script>');
      if (url.includes('large')) return response.end(Buffer.concat([PNG, Buffer.alloc(PICTURE_BYTES_MAX)]));
      return response.end(PNG);
    });
    await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  },
  pictureCall: (url, request, signal) => {
    if (url.hostname !== HOST) return call(url, request, signal);
    const { port } = pictures.address() as AddressInfo;
    const local = createGuardedCall({ bodyBytesMax: PICTURE_BYTES_MAX, isAllowed: () => true });
    return local(new URL(`http://127.0.0.1:${port}${url.pathname}`), request, signal);
  },
});
afterAll(() => pictures.close());

let tenant: StaffedTenant;

/** Of each ad, the address that the platform gave. */
const store = ({ tenantId, campaignId }: StaffedTenant, addresses: Readonly<Record<string, string>>) =>
  api.stack.postgres.withTenant(tenantId, async (trx) => {
    const at = new Date(api.clock.now());
    const place = { tenant_id: tenantId, platform: 'facebook', ad_account_id: 'act' };
    await trx
      .insertInto('ad_platform_campaign_links')
      .values({
        ...{ ...place, platform_campaign_id: 'c', campaign_id: campaignId, name: 'C', currency: 'BRL' },
        ...{ account_name: 'Conta', time_zone: 'America/Sao_Paulo', linked_at: at },
      })
      .onConflict((link) => link.doNothing())
      .execute();
    const seen = { status: 'ACTIVE', effective_status: 'ACTIVE', budget: null, changed_at: at, seen_at: at };
    const set = { level: 'adset' as const, object_id: 's', parent_id: 'c', name: 'S', day: '2036-11-20' };
    await trx
      .insertInto('ad_objects')
      .values({ ...place, ...seen, ...set, thumbnail_url: null })
      .onConflict((object) => object.doNothing())
      .execute();
    for (const [id, thumbnail_url] of Object.entries(addresses)) {
      await trx
        .insertInto('ad_objects')
        .values({
          ...{
            tenant_id: tenantId,
            platform: 'facebook',
            level: 'ad',
            object_id: id,
            day: '2036-11-20',
            thumbnail_url,
          },
          ...{ ad_account_id: 'act', parent_id: 's', name: id, status: 'ACTIVE', effective_status: 'ACTIVE' },
          ...{ budget: null, changed_at: at, seen_at: at },
        })
        .execute();
    }
  });

const picture = (id: string, of = tenant) => of.viewer.ask(`/api/ad-objects/facebook/ad/${id}/picture`);

beforeAll(async () => {
  tenant = await api.tenant();
  await store(tenant, {
    a1: `https://${HOST}/a1.png`,
    a2: `https://${HOST}/page`,
    a3: `https://${HOST}/large`,
    a4: 'https://169.254.169.254/latest/meta-data',
    a5: `http://${HOST}/plain.png`,
  });
});

describe('the picture of an ad', () => {
  test('comes through this server, and is asked for once', async () => {
    for (const _ of [1, 2]) {
      const response = await picture('a1');
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        ...{
          'content-type': 'image/png',
          'cache-control': 'private, max-age=86400',
          'x-content-type-options': 'nosniff',
        },
      });
      expect(response.rawPayload).toEqual(PNG);
    }
    expect(asked.filter((path) => path === '/a1.png')).toHaveLength(1);
  });

  test('is refused where the address gives a page, too much, or is of a network inside, and where there is none', async () => {
    for (const id of ['a2', 'a3', 'a4', 'a5', 'unknown']) expect((await picture(id)).statusCode, id).toBe(404);
    expect(asked).not.toContain('/plain.png');
  });

  test('is not shown to another tenant', async () => {
    expect((await picture('a1', await api.tenant())).statusCode).toBe(404);
  });
});
