import { totalmem } from 'node:os';

/** Bytes that this process may use: of its container (cgroup v1 and v2), else of the machine. */
export function memoryBytes(constrained = process.constrainedMemory(), total = totalmem()): number {
  return constrained > 0 && constrained < total ? constrained : total;
}
