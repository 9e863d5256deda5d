import { CONVERSION_STATUSES } from '@tracker/schemas/checkouts/conversion-status';
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import { checkoutLabel } from '@tracker/schemas/texts/conversions';
import { expect, it } from 'vitest';
import { kindOf, STATUSES, typeLabel } from './conversion-texts.ts';

it('labels a conversion with a click Com Tracking and one without Conversão Direta', { tags: ['§4', '§2.12'] }, () => {
  expect(kindOf({ clickId: 'mc_c1_1' }).label).toBe('Com Tracking');
  expect(kindOf({ clickId: null }).label).toBe('Conversão Direta');
});

it('has a label for every status, type and checkout of a conversion', () => {
  expect(CONVERSION_STATUSES.filter((status) => !STATUSES[status].label)).toEqual([]);
  expect(CHECKOUT_IDS.map(checkoutLabel).filter((label) => !/^[A-Z]/.test(label))).toEqual([]);
  expect([typeLabel('purchase'), typeLabel('upsell')]).toEqual(['Compra', 'upsell']);
});
