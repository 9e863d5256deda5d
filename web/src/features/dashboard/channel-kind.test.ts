import { describe, expect, it } from 'vitest';
import { channelKind, channelMark } from './channel-kind.ts';

describe('channelKind', () => {
  it.each([
    ['facebook', 'facebook'],
    ['Facebook_Ads', 'facebook'],
    ['fb', 'facebook'],
    ['FB-conversao', 'facebook'],
    ['ig', 'instagram'],
    ['instagram stories', 'instagram'],
    ['adwords', 'google'],
    ['google / cpc', 'google'],
    ['youtube', 'youtube'],
    ['referral', 'referral'],
    ['direct', 'direct'],
    ['organic', 'organic'],
    ['tiktok', 'other'],
    ['', 'other'],
  ])('classifies "%s" as %s', (name, kind) => expect(channelKind(name)).toBe(kind));

  it.each([
    ['TikTok Ads', 'tiktok'],
    ['kwai', 'kwai'],
    ['WhatsApp', 'whatsapp'],
    ['grupo zap', 'whatsapp'],
    ['e-mail', 'email'],
    ['email marketing', 'email'],
    ['zapier', undefined],
    ['facebook email', undefined],
    ['taboola', undefined],
  ])('marks "%s" as %s', (name, mark) => expect(channelMark(name)).toBe(mark));

  it('matches short keywords as whole words only', () => {
    expect(channelKind('digital')).toBe('other');
    expect(channelKind('afbr')).toBe('other');
  });
});
