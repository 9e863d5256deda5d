import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClickId, clickIdsIn, parseClickId } from './click-id.ts';

const campaign = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{1,39}$/);
const digits = fc.stringMatching(/^\d{19}$/);

describe('click id', () => {
  it('gives back its campaign and time, also when the campaign looks like a click id', () => {
    fc.assert(
      fc.property(campaign, digits, (campaignId, tail) => {
        expect(parseClickId(`mc_${campaignId}_${tail}`)).toEqual({
          campaignId,
          clickedAtMs: Number(tail.slice(0, 13)),
        });
      }),
    );
  });

  it('is found inside bundled values', () => {
    const id = 'mc_lanc01_1751849000000123456';
    expect(clickIdsIn(`facebook|${id}|anuncio`)).toEqual([id]);
    expect(clickIdsIn(`${id};mc_outra_1751849000000123457`)).toEqual([id, 'mc_outra_1751849000000123457']);
    expect(clickIdsIn('facebook|campanha|conjunto')).toEqual([]);
    expect(clickIdsIn('mc_lanc01_17518490000001234567')).toEqual([]);
  });

  it('refuses malformed ids', () => {
    for (const text of ['', 'mc_', 'mc_a_1751849000000123456', 'mc_lanc01_123', 'MC_lanc01_1751849000000123456']) {
      expect(ClickId.safeParse(text).success).toBe(false);
    }
  });
});
