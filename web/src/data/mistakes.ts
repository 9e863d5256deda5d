import type { z } from 'zod';

/** The first message of each field. */
export function mistakesIn({ issues }: z.ZodError): Record<string, string> {
  const mistakes: Record<string, string> = {};
  for (const { path, message } of issues) mistakes[String(path[0])] ??= message;
  return mistakes;
}
