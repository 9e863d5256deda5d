// The events that the log was given and did not acknowledge yet. Not a Set: the engine gives a Set a new table after as many changes
// as it has room for, and the old table points to the new one. Once a full garbage collection has moved one of them to the long-lived
// objects, this chain keeps alive all that was ever in the Set, with the request of each event, until the next full one:
// half of what was allocated was copied instead of freed, in pauses of 10 to 20 ms.
import type { Entry } from './recorder.ts';

export interface NewFlight {
  readonly entry: Entry;
  /** By `performance.now()`. */
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface Flight extends NewFlight {
  readonly place: number;
}

export class Flights {
  readonly #places: (Flight | undefined)[] = [];
  readonly #free: number[] = [];
  /** A tenant that has none stays: a Map that changes all the time is as a Set is. */
  readonly #ofTenants = new Map<string, number>();

  get size(): number {
    return this.#places.length - this.#free.length;
  }

  add({ entry, since, resolve, reject }: NewFlight): Flight {
    const flight = { entry, since, resolve, reject, place: this.#free.pop() ?? this.#places.length };
    this.#places[flight.place] = flight;
    this.#count(flight, 1);
    return flight;
  }

  has(flight: Flight): boolean {
    return this.#places[flight.place] === flight;
  }

  /** False when it was removed before. */
  delete(flight: Flight): boolean {
    if (!this.has(flight)) return false;
    this.#places[flight.place] = undefined;
    this.#free.push(flight.place);
    this.#count(flight, -1);
    return true;
  }

  ofTenant(tenantId: string): number {
    return this.#ofTenants.get(tenantId) ?? 0;
  }

  /** Removes all. Oldest first. */
  takeAll(): Flight[] {
    const all = this.#all();
    for (const flight of all) this.delete(flight);
    return all;
  }

  /** By `performance.now()`; undefined when there is none. */
  oldestSince(): number | undefined {
    return this.#all()[0]?.since;
  }

  #count({ entry }: Flight, change: 1 | -1) {
    const { tenantId } = entry.event;
    this.#ofTenants.set(tenantId, this.ofTenant(tenantId) + change);
  }

  #all(): Flight[] {
    return this.#places.filter((flight) => flight !== undefined).sort((a, b) => a.since - b.since);
  }
}
