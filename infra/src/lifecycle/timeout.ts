/**
 * Waits at most `ms` for the answer; then returns what `onTimeout` returns, or throws its error. The work itself continues, and
 * its late answer is ignored.
 */
export async function withTimeout<T>(ms: number, answer: Promise<T>, onTimeout: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(onTimeout());
      } catch (error) {
        reject(error);
      }
    }, ms);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
