const ANSWER_WITHIN_MS = 3_000;

/** Rejects as an unavailable store when the answer takes longer than 3 s: a driver waits for a database that is away for ever. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        Object.assign(new Error(`the database did not answer within ${ANSWER_WITHIN_MS} ms`), { code: 'ETIMEDOUT' }),
      );
    }, ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
