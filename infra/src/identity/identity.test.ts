import { CampaignId, ConversionId, TenantId, UserId, ViewId } from '@tracker/schemas/primitives/ids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newCampaignId, newTenantId, newUserId } from '../postgres/tables/create-tenant.ts';
import { newTrackingKey } from '../postgres/tables/tracking-keys.ts';
import { conversionIdOf, hashOf } from './conversion-id.ts';
import { uuidV7 } from './uuid-v7.ts';

test('encodes the time at the start of a UUIDv7, so that ids sort by it', () => {
  const id = uuidV7(1_795_000_000_123);
  expect(ViewId.safeParse(id).success).toBe(true);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(1_795_000_000_123);
  expect(id[14]).toBe('7');
  expect(uuidV7(1_000) < uuidV7(1_001)).toBe(true);
  expect(new Set(Array.from({ length: 1_000 }, () => uuidV7(1))).size).toBe(1_000);
});

test('derives equal conversion ids from equal identities, and different ones from different identities', () => {
  expect(conversionIdOf('["tn_1","hotmart","transaction","HP1"]')).toBe(
    conversionIdOf('["tn_1","hotmart","transaction","HP1"]'),
  );
  expect(conversionIdOf('a')).not.toBe(conversionIdOf('b'));
  expect(ConversionId.safeParse(conversionIdOf('a')).success).toBe(true);
  expect(hashOf('é')).toBe(hashOf(new TextEncoder().encode('é')));
});

test('generates random ids that match the contracts', () => {
  expect(TenantId.safeParse(newTenantId()).success).toBe(true);
  expect(UserId.safeParse(newUserId()).success).toBe(true);
  expect(newTrackingKey()).toMatch(/^[0-9A-Za-z]{32}$/);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (hint) => {
      expect(CampaignId.safeParse(newCampaignId(hint)).success).toBe(true);
    }),
  );
});
