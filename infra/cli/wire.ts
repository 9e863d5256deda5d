// The protocol between the CLI and the product's process: HTTP over a unix socket in the data directory, answers as JSON lines.
import { join } from 'node:path';
import { z } from 'zod';
import { EXIT } from './command.ts';

export const socketPath = (dataDir: string): string => join(dataDir, 'ops.sock');

export const WireRequest = z.object({
  command: z.string().max(100),
  options: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
  actor: z.string().max(200),
});
export type WireRequest = z.infer<typeof WireRequest>;

/** One line of the answer; the last one is `end`, and an answer without it was cut off. */
export const WireLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('say'), line: z.string() }),
  z.object({ kind: z.literal('bar'), label: z.string(), done: z.number(), total: z.number() }),
  z.object({ kind: z.literal('item'), data: z.unknown(), line: z.string() }),
  z.object({
    kind: z.literal('end'),
    exitCode: z.literal(Object.values(EXIT)),
    data: z.unknown(),
    lines: z.array(z.string()),
  }),
]);
export type WireLine = z.infer<typeof WireLine>;
