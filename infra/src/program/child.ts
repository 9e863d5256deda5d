// The side of a program that has a parent (parent.ts).
import type { Ready, Restarted } from './parent.ts';

/** Reports where the program answers; without a parent nothing happens. A program whose parent is gone stops as by SIGTERM. */
export function reportToParent(url: string, onRestarted: (restarts: number) => void): void {
  if (!process.send) return;
  process.once('message', ({ restarts }: Restarted) => onRestarted(restarts));
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.send({ healthUrl: new URL('/healthz', url).href } satisfies Ready);
  // It keeps no program alive that is done.
  process.channel?.unref();
}
