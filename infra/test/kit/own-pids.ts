// Runs a program with process ids of its own, as a container does: it is process 1 there, and sees no other program.
import { spawnSync } from 'node:child_process';

/** Killing it kills the program, too. */
const asRoot = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** A user who is root in a namespace of that user may do the same where the machine allows it. */
export const UNSHARE: readonly string[] =
  process.getuid?.() === 0 ? asRoot : [...asRoot.slice(0, 1), '--map-root-user', ...asRoot.slice(1)];

/** Where the machine refuses, one line says that the tests are skipped. */
export function canUnshare(): boolean {
  const [command, ...args] = UNSHARE;
  if (spawnSync(command!, [...args, 'true']).status === 0) return true;
  process.stderr.write('\n*** TESTS OF SHARED VOLUMES ARE SKIPPED: this machine refuses `unshare --pid`. ***\n');
  return false;
}
