import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { describe, expect, test } from 'vitest';
import { firstOwnedClick, type OwnerOf, resolveClickReference } from './click-reference.ts';

const ours = 'tn_ours' as TenantId;
const theirs = 'tn_theirs' as TenantId;
const ownerOf: OwnerOf = async (campaignId) =>
  new Map<string, TenantId>([
    ['our-campaign', ours],
    ['their-campaign', theirs],
  ]).get(campaignId);

const ourClick = 'mc_our-campaign_1795000000123007001';
const ourLaterClick = 'mc_our-campaign_1795000000456007002';
const theirClick = 'mc_their-campaign_1795000000123007003';
const RECEIVED_MS = 1_795_000_001_000;
const unknownClick = 'mc_no-campaign_1795000000123007004';

describe('firstOwnedClick', () => {
  test('finds the first click id of the tenant, and the text that holds it', async () => {
    const texts = ['facebook', `${theirClick}|${unknownClick}`, `src|${ourClick}|${ourLaterClick}`, ourLaterClick];
    expect(await firstOwnedClick(texts, ownerOf, ours)).toEqual({
      clickId: ourClick,
      reference: `src|${ourClick}|${ourLaterClick}`,
      tenantId: ours,
    });
  });

  test('accepts a click id of any tenant when none is given', async () => {
    const click = await firstOwnedClick([unknownClick, theirClick, ourClick], ownerOf);
    expect(click).toEqual({ clickId: theirClick, reference: theirClick, tenantId: theirs });
  });

  test('finds nothing in texts without a click id of a known campaign', async () => {
    expect(await firstOwnedClick([], ownerOf, ours)).toBeUndefined();
    expect(await firstOwnedClick(['facebook', unknownClick], ownerOf)).toBeUndefined();
    expect(await firstOwnedClick([theirClick], ownerOf, ours)).toBeUndefined();
  });

  test('rejects when the campaign directory rejects', async () => {
    const away = async () => Promise.reject(new Error('directory is away'));
    await expect(firstOwnedClick([ourClick], away, ours)).rejects.toThrow('directory is away');
  });
});

describe('resolveClickReference', () => {
  test('gives the click and the text that holds it', async () => {
    const texts = ['facebook', `src|${ourClick}`];
    expect(await resolveClickReference(texts, ours, ownerOf, RECEIVED_MS)).toEqual({
      clickId: ourClick,
      reference: `src|${ourClick}`,
    });
  });

  test('keeps the first text as reference when no text holds a click id of the tenant', async () => {
    expect(await resolveClickReference([theirClick, 'facebook'], ours, ownerOf, RECEIVED_MS)).toEqual({
      clickId: null,
      reference: theirClick,
    });
    expect(await resolveClickReference([], ours, ownerOf, RECEIVED_MS)).toEqual({ clickId: null, reference: '' });
  });
});

describe('moment of a click id', () => {
  const receivedAtMs = Date.UTC(2026, 10, 20, 15);
  const at = (ms: number) => `mc_our-campaign_${String(ms).padStart(13, '0')}000001`;
  const clickOf = async (...texts: string[]) =>
    (await resolveClickReference(texts, ours, ownerOf, receivedAtMs)).clickId;

  test('is at most a day and an hour after the receipt, and within the longest retention', async () => {
    const [earliest, latest] = [at(receivedAtMs - 3_653 * DAY_MS), at(receivedAtMs + 25 * HOUR_MS)];
    expect(await clickOf(earliest)).toBe(earliest);
    expect(await clickOf(latest)).toBe(latest);
    expect(await clickOf(at(receivedAtMs - 3_653 * DAY_MS - 1))).toBeNull();
    expect(await clickOf(at(receivedAtMs + 25 * HOUR_MS + 1))).toBeNull();
    expect(await clickOf(at(0))).toBeNull();
  });

  test('passes over an impossible one for the next, and keeps the first text as reference', async () => {
    expect(await clickOf(`${at(0)}|${at(receivedAtMs)}`)).toBe(at(receivedAtMs));
    expect(await resolveClickReference([at(0), 'x'], ours, ownerOf, receivedAtMs)).toEqual({
      clickId: null,
      reference: at(0),
    });
  });
});
