import { execFileSync } from 'node:child_process';

/** The resident memory of a process. */
export const residentMiB = (pid: number): number =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024);

export interface MemoryMiB {
  readonly resident: number;
  /** Of JavaScript's objects that are in use. */
  readonly heap: number;
  /** Buffers. What is neither is the embedded engine, code, and pages that the allocators keep. */
  readonly external: number;
}

const SERIES = {
  resident: 'process_resident_memory_bytes',
  heap: 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
} as const;

/** As a program's own metrics say. */
export async function memoryAt(adminPort: number): Promise<MemoryMiB> {
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const mebibytes = (series: string) => {
    const bytes = new RegExp(`^${series} (\\S+)$`, 'm').exec(metrics)?.[1];
    if (bytes === undefined) throw new Error(`no ${series} among the metrics`);
    return Math.round(Number(bytes) / 1024 / 1024);
  };
  return {
    resident: mebibytes(SERIES.resident),
    heap: mebibytes(SERIES.heap),
    external: mebibytes(SERIES.external),
  };
}
