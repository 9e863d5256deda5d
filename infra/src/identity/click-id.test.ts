import { clickIdsIn, parseClickId } from '@tracker/schemas/primitives/click-id';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClickIdMint } from './click-id.ts';

const campaign = 'black-friday_2' as CampaignId;

test('encodes campaign and time in a click id', () => {
  const clock = createFakeClock(1_795_000_000_123);
  const { id, ms } = createClickIdMint({ slot: 7, clock }).mint(campaign);
  expect(ms).toBe(1_795_000_000_123);
  expect(id).toMatch(/^mc_black-friday_2_1795000000123007\d{3}$/);
  expect(parseClickId(id)).toEqual({ campaignId: campaign, clickedAtMs: 1_795_000_000_123 });
  expect(clickIdsIn(`src|${id}|x`)).toEqual([id]);
});

test('mints distinct click ids at any rate and with any clock jumps', () => {
  const jump = fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 5_000 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(jump, fc.integer({ min: 1, max: 2_500 })), { maxLength: 12 }), (steps) => {
      const clock = createFakeClock();
      const mint = createClickIdMint({ slot: 0, clock });
      const seen = new Set<string>();
      const wrong: string[] = [];
      let minted = 0;
      let lastMs = 0;
      for (const [by, count] of steps) {
        clock.advance(by);
        for (let index = 0; index < count; index += 1) {
          const { id, ms } = mint.mint(campaign);
          // Hundreds of thousands: `expect` for each would be most of the time.
          if (parseClickId(id)?.clickedAtMs !== ms || ms < lastMs) wrong.push(id);
          lastMs = ms;
          seen.add(id);
          minted += 1;
        }
      }
      expect(wrong).toEqual([]);
      expect(seen.size).toBe(minted);
    }),
    { numRuns: 25 },
  );
});

test('mints distinct click ids in different slots at the same moment', () => {
  const clock = createFakeClock();
  const mints = [0, 1, 999].map((slot) => createClickIdMint({ slot, clock }));
  const ids = mints.flatMap((mint) => Array.from({ length: 1_000 }, () => mint.mint(campaign).id));
  expect(new Set(ids).size).toBe(3_000);
});

test('mints a click id of the wanted moment and counter, or of the next free counter', () => {
  const clock = createFakeClock(1_795_000_000_123);
  const mint = createClickIdMint({ slot: 7, clock });
  const wanted = { ms: 1_795_000_000_100, counter: 999 };
  expect(mint.mint(campaign, wanted)).toEqual({ id: 'mc_black-friday_2_1795000000100007999', ms: wanted.ms });
  mint.mint(campaign);
  expect(mint.mint(campaign, wanted)).toEqual({ id: 'mc_black-friday_2_1795000000100007000', ms: wanted.ms });
  for (let index = 0; index < 998; index += 1) mint.mint(campaign, wanted);
  expect(mint.mint(campaign, wanted)).toEqual({ id: 'mc_black-friday_2_1795000000101007999', ms: wanted.ms + 1 });
});

test('never mints a click id twice, in any order of wanted moments and of clock jumps', () => {
  const step = fc.record({
    jump: fc.oneof(fc.constant(0), fc.integer({ min: -140_000, max: 140_000 })),
    wanted: fc.option(
      fc.record({ agoMs: fc.integer({ min: -1_000, max: 140_000 }), counter: fc.integer({ min: 0, max: 999 }) }),
      { nil: undefined },
    ),
    count: fc.integer({ min: 1, max: 600 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const clock = createFakeClock();
      let slot = 0;
      const mint = createClickIdMint({ slot, clock, nextSlot: () => ++slot });
      const seen = new Set<string>();
      const wrong: string[] = [];
      let minted = 0;
      for (const { jump, wanted, count } of steps) {
        clock.advance(jump);
        for (let index = 0; index < count; index += 1) {
          const { id, ms } = mint.mint(campaign, wanted && { ms: clock.now() - wanted.agoMs, counter: wanted.counter });
          if (parseClickId(id)?.clickedAtMs !== ms) wrong.push(id);
          seen.add(id);
          minted += 1;
        }
      }
      expect(wrong).toEqual([]);
      expect(seen.size).toBe(minted);
    }),
    { numRuns: 25 },
  );
});

test.each([45_000, 3_600_000, 86_400_000])(
  'follows a clock that was %i ms ahead and came back, and mints nothing twice',
  (aheadMs) => {
    const clock = createFakeClock();
    const slots = [8];
    const mint = createClickIdMint({ slot: 7, clock, nextSlot: () => slots.pop() });
    const seen = new Set<string>();
    const mintSome = () => {
      for (let count = 0; count < 400; count += 1) {
        const { id, ms } = mint.mint(campaign);
        seen.add(id);
        expect(Math.abs(ms - clock.now())).toBeLessThanOrEqual(30_000);
      }
    };
    mintSome();
    clock.advance(aheadMs);
    mintSome();
    clock.advance(-aheadMs);
    mintSome();
    expect(seen.size).toBe(1_200);
    // The moment of a gateway whose clock is ahead.
    expect(mint.mint(campaign, { ms: clock.now() + aheadMs, counter: 1 }).ms).toBe(clock.now());
  },
);

test('rejects an invalid click id slot', () => {
  for (const slot of [-1, 1_000, 1.5])
    expect(() => createClickIdMint({ slot, clock: createFakeClock() })).toThrow(RangeError);
});
