// Package managers stand between an operator and the product, and one of them passes no signal on: who ends the process that was started would leave the
// product running, on its port.
import { readFileSync } from 'node:fs';
import { processCommand, processStartedAt } from '../lifecycle/process-identity.ts';

export interface Launcher {
  readonly pid: number;
  readonly startedAt: string;
}

const PACKAGE_MANAGER = /(?:^|[\s/\\])(?:npx|npm|pnpm|corepack)(?:-cli)?(?:\.[cm]?js)?(?:\s|$)/;
const SHELL = /^(?:\S*\/)?(?:sh|bash|dash|zsh)\s+-c\s/;

/** The package managers that started this process, with the shells between them; none where it was started otherwise, or where /proc is not there. */
export function launchersOf(pid = process.ppid): Launcher[] {
  const launchers: Launcher[] = [];
  let shells: Launcher[] = [];
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parentOf(at)) {
    const [command, startedAt] = [processCommand(at), processStartedAt(at)];
    if (command === undefined || startedAt === undefined) break;
    const launcher = { pid: at, startedAt };
    if (PACKAGE_MANAGER.test(command)) {
      launchers.push(...shells, launcher);
      shells = [];
    } else if (SHELL.test(command)) shells.push(launcher);
    else break;
  }
  return launchers;
}

export const isGone = ({ pid, startedAt }: Launcher): boolean => processStartedAt(pid) !== startedAt;

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
