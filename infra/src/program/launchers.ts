// Package managers stand between an operator and the product, and one of them passes no signal on: who ends the process that was started would leave the
// product running, on its port.
import { parentOf, processCommand, processStartedAt } from '../lifecycle/process-identity.ts';

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
    // A shell first: what it was asked to run names the package manager, too, and it may have ended on purpose with all of it in the background.
    if (SHELL.test(command)) shells.push(launcher);
    else if (PACKAGE_MANAGER.test(command)) {
      launchers.push(...shells, launcher);
      shells = [];
    } else break;
  }
  return launchers;
}

export const isGone = ({ pid, startedAt }: Launcher): boolean => processStartedAt(pid) !== startedAt;
