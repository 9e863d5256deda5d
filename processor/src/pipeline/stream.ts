import type { Sink } from '../batch/sink.ts';
import { type Outcome, ok } from './outcome.ts';
import { runStep, type Step, step } from './step.ts';

/**
 * The path of an event from decoded JSON to a row: a literal list of named steps, and the sink of the row. An event may go
 * through several streams: a checkout's delivery becomes a row of the ledger and a row of the webhook inbox.
 */
export interface Stream<Row> {
  /** The name in dead letters and logs. */
  readonly name: string;
  /** The type of the events that it takes. */
  readonly takes: string;
  readonly stepNames: readonly string[];
  readonly run: (json: unknown) => Outcome<Row> | Promise<Outcome<Row>>;
  readonly sink: Sink<Row>;
}

type Steps1<A> = readonly [Step<unknown, A>];
type Steps2<A, B> = readonly [Step<unknown, A>, Step<A, B>];
type Steps3<A, B, C> = readonly [...Steps2<A, B>, Step<B, C>];
type Steps4<A, B, C, D> = readonly [...Steps3<A, B, C>, Step<C, D>];
type Steps5<A, B, C, D, E> = readonly [...Steps4<A, B, C, D>, Step<D, E>];
type Steps6<A, B, C, D, E, F> = readonly [...Steps5<A, B, C, D, E>, Step<E, F>];

export interface StreamShape<Row> {
  readonly name: string;
  /** Its name, when absent. */
  readonly takes?: string;
  readonly sink: Sink<Row>;
}

/** Each step takes what the step before it gave; the compiler checks the chain. */
export function stream<A>(shape: StreamShape<A>, steps: Steps1<A>): Stream<A>;
export function stream<A, B>(shape: StreamShape<B>, steps: Steps2<A, B>): Stream<B>;
export function stream<A, B, C>(shape: StreamShape<C>, steps: Steps3<A, B, C>): Stream<C>;
export function stream<A, B, C, D>(shape: StreamShape<D>, steps: Steps4<A, B, C, D>): Stream<D>;
export function stream<A, B, C, D, E>(shape: StreamShape<E>, steps: Steps5<A, B, C, D, E>): Stream<E>;
export function stream<A, B, C, D, E, F>(shape: StreamShape<F>, steps: Steps6<A, B, C, D, E, F>): Stream<F>;
export function stream(shape: StreamShape<unknown>, steps: readonly Step<never, unknown>[]): Stream<unknown> {
  const { name, takes = name, sink } = shape;
  const chain = steps as readonly Step<unknown, unknown>[];
  return { name, takes, sink, stepNames: chain.map((one) => one.name), run: (json) => runFrom(chain, 0, json) };
}

/**
 * The first steps of several streams that take the same event: they run once for each event, and every stream goes on from the same
 * outcome. The event's JSON is parsed once, so the object identifies its event.
 */
export function sharedSteps<A, B>(name: string, steps: Steps2<A, B>): Step<unknown, B> {
  const outcomes = new WeakMap<object, ReturnType<Stream<B>['run']>>();
  return step(name, (json) => {
    const outcome = outcomes.get(json as object) ?? (runFrom(steps as never, 0, json) as ReturnType<Stream<B>['run']>);
    outcomes.set(json as object, outcome);
    return outcome;
  });
}

/** Goes on synchronously until a step answers with a promise. */
function runFrom(
  chain: readonly Step<unknown, unknown>[],
  first: number,
  input: unknown,
): Outcome<unknown> | Promise<Outcome<unknown>> {
  let value = input;
  for (let index = first; index < chain.length; index += 1) {
    const outcome = runStep(chain[index] as Step<unknown, unknown>, value);
    if (outcome instanceof Promise) {
      return outcome.then((settled) => (settled.kind === 'ok' ? runFrom(chain, index + 1, settled.value) : settled));
    }
    if (outcome.kind !== 'ok') return outcome;
    value = outcome.value;
  }
  return ok(value);
}
