/**
 * Code of screens comes in files of their own, and a line that breaks for a moment must not end a screen. A file is asked for again
 * a few times, and one that does not come is an error of ours: the router's own answer is to reload the page, and a reload
 * without a network ends in the browser's error page, with the figures gone.
 */

/** Between the tries; a person sees the spinner meanwhile. */
const RETRY_AFTER_MS = [500, 1_500, 3_000];

/** The code of a screen did not come. */
export class CodeMissing extends Error {
  constructor(cause: unknown) {
    super('the code of a screen did not load', { cause });
    this.name = 'CodeMissing';
  }
}

/** `load` is a dynamic import. Fails with `CodeMissing`, at once when the browser knows that it has no network. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const waitMs of RETRY_AFTER_MS) {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) throw new CodeMissing(error);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return load().catch((error: unknown) => {
    throw new CodeMissing(error);
  });
}
