import { describe, expect, test } from 'vitest';
import { attribute, type Model } from './attribution.ts';

const keep = { store: false, lock: false };
const store = { store: true, lock: false };
const storeAndLock = { store: true, lock: true };

const nothing = { stored: false, locked: false };
const something = { stored: true, locked: false };
const locked = { stored: true, locked: true };
const unpaid = { paid: false };
const paid = { paid: true };

describe('attribution models of mc.js', () => {
  test.each([
    ['firstclick', 'nothing stored, not paid', nothing, unpaid, store],
    ['firstclick', 'nothing stored, paid', nothing, paid, store],
    ['firstclick', 'stored, not paid', something, unpaid, keep],
    ['firstclick', 'stored, paid', something, paid, keep],

    ['lastclick', 'nothing stored, not paid', nothing, unpaid, store],
    ['lastclick', 'nothing stored, paid', nothing, paid, store],
    ['lastclick', 'stored, not paid', something, unpaid, store],
    ['lastclick', 'stored, paid', something, paid, store],

    ['firstpaid', 'nothing stored, not paid', nothing, unpaid, store],
    ['firstpaid', 'nothing stored, paid', nothing, paid, storeAndLock],
    ['firstpaid', 'stored, not paid', something, unpaid, keep],
    ['firstpaid', 'stored, paid', something, paid, storeAndLock],
    ['firstpaid', 'locked, not paid', locked, unpaid, keep],
    ['firstpaid', 'locked, paid', locked, paid, keep],

    ['lastpaid', 'nothing stored, not paid', nothing, unpaid, store],
    ['lastpaid', 'nothing stored, paid', nothing, paid, store],
    ['lastpaid', 'stored, not paid', something, unpaid, keep],
    ['lastpaid', 'stored, paid', something, paid, store],
  ] as const)('follows %s when the state is "%s"', (model, _situation, before, visit, decision) => {
    expect(attribute(model, { ...before, ...visit })).toEqual(decision);
  });

  test('ignores a lock of another model unless the model is firstpaid', () => {
    expect(attribute('lastpaid', { ...locked, ...paid })).toEqual(store);
    expect(attribute('lastclick', { ...locked, ...unpaid })).toEqual(store);
  });

  test('ignores a lock without a stored click id', () => {
    const models: Model[] = ['firstclick', 'lastclick', 'firstpaid', 'lastpaid'];
    for (const model of models) expect(attribute(model, { stored: false, locked: true, paid: false })).toEqual(store);
  });
});
