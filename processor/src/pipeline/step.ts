import { deadLetter, type Outcome } from './outcome.ts';

/** One small operation on an event. Synchronous wherever possible: a promise per event and step costs more than the step. */
export interface Step<In, Out = In> {
  readonly name: string;
  readonly run: (input: In) => Outcome<Out> | Promise<Outcome<Out>>;
}

export const step = <In, Out = In>(name: string, run: Step<In, Out>['run']): Step<In, Out> => ({ name, run });

/** Runs one step. A thrown error is our defect, so the event becomes a dead letter that names the step. */
export function runStep<In, Out>(step: Step<In, Out>, input: In): Outcome<Out> | Promise<Outcome<Out>> {
  try {
    const outcome = step.run(input);
    return outcome instanceof Promise ? outcome.catch((error: unknown) => failed(step.name, error)) : outcome;
  } catch (error) {
    return failed(step.name, error);
  }
}

const failed = (name: string, error: unknown) => deadLetter(`step ${name} failed`, error);
