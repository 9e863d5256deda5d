import type { TenantId } from '@tracker/schemas/primitives/ids';
import { describe, expect, it } from 'vitest';
import { Flights } from './flights.ts';

const flight = (since: number) => {
  const event = { id: `e-${since}`, type: 'click', tenantId: 'tn_1' as TenantId, receivedAt: '', payload: {} };
  return { entry: { key: '', event }, since, resolve: () => undefined, reject: () => undefined };
};

describe('flights', () => {
  it('knows what was added and not removed, and removes each once', () => {
    const flights = new Flights();
    const [one, other] = [flights.add(flight(1)), flights.add(flight(2))];
    expect([flights.size, flights.has(one), flights.delete(one), flights.delete(one), flights.has(one)]).toEqual([
      2,
      true,
      true,
      false,
      false,
    ]);
    const third = flights.add(flight(3));
    expect([flights.size, flights.has(one), flights.has(other), flights.has(third)]).toEqual([2, false, true, true]);
  });

  it('counts those of each tenant', () => {
    const flights = new Flights();
    const [one, other] = [flights.add(flight(1)), flights.add(flight(2))];
    expect([flights.ofTenant('tn_1'), flights.ofTenant('tn_2')]).toEqual([2, 0]);
    flights.delete(one);
    flights.delete(one);
    expect(flights.ofTenant('tn_1')).toBe(1);
    flights.add(flight(3));
    flights.takeAll();
    flights.delete(other);
    expect(flights.ofTenant('tn_1')).toBe(0);
  });

  it('gives them oldest first, also after their places were used again', () => {
    const flights = new Flights();
    const first = flights.add(flight(1));
    flights.add(flight(2));
    flights.delete(first);
    flights.add(flight(3));
    expect(flights.oldestSince()).toBe(2);
    expect(flights.takeAll().map(({ since }) => since)).toEqual([2, 3]);
    expect([flights.size, flights.oldestSince()]).toEqual([0, undefined]);
  });
});
