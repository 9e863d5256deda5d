// SIGTERM and Ctrl-C: finish the work in flight, close, exit 0 within the deadline; a second signal ends the process at once.

export interface SignalOptions {
  readonly deadlineMs?: number;
  /** Called when the deadline passes or the stop fails. */
  onFailure?(error: Error): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Installs the handlers; the answer takes them away again. */
export function onSignals(stop: () => Promise<void>, options: SignalOptions = {}): () => void {
  const { deadlineMs = 10_000, onFailure } = options;
  let stopping = false;

  const fail = (error: Error) => {
    onFailure?.(error);
    process.exit(1);
  };

  const handle = (signal: NodeJS.Signals) => {
    // 130 is what a shell reports for a program ended by Ctrl-C.
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
    stopping = true;
    setTimeout(() => fail(new Error(`not stopped after ${deadlineMs} ms`)), deadlineMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error instanceof Error ? error : new Error(String(error))),
    );
  };

  for (const signal of signals) process.on(signal, handle);
  return () => {
    for (const signal of signals) process.off(signal, handle);
  };
}
