// All commands of `npx -y pnpm@12 ops`, in the order of the help text.

import { archiveRun, backupCreate } from './backup/create.ts';
import { backupRestore } from './backup/restore.ts';
import { backupEnd, backupExpire, backupList, backupVerify } from './backup/verify.ts';
import { type Command, EXIT, OpsError } from './command.ts';
import { deadLettersList, deadLettersPurge, deadLettersRetry, deadLettersShow } from './dead-letters.ts';
import { doctor } from './doctor.ts';
import { installationAccept, installationShow } from './installation.ts';
import { keysAdd, keysRotate } from './keys.ts';
import { lag } from './lag.ts';
import { logSeek, logTail } from './log.ts';
import { mailTest } from './mail.ts';
import { migrate } from './migrate.ts';
import { erase, exportOfPerson } from './persons.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { replayPause, replayPlan, replayResume, replayRun, replayStatus } from './replay/run.ts';
import { replaySnapshot } from './replay/snapshot.ts';
import { replayRollback, replaySwap } from './replay/swap.ts';
import { replayVerify } from './replay/verify.ts';
import { retentionPlan, retentionRun } from './retention.ts';
import { spoolDrain, spoolStatus } from './spool.ts';
import { tenantClose, tenantList, tenantResume, tenantSuspend } from './tenants.ts';
import { topicsCheck, topicsCreate, topicsMend } from './topics.ts';
import { userList, userReset, userSignOut } from './users.ts';

export const COMMANDS: readonly Command[] = [
  doctor,
  lag,
  logTail,
  logSeek,
  migrate,
  installationShow,
  installationAccept,
  mailTest,
  topicsCheck,
  topicsCreate,
  topicsMend,
  replayPlan,
  replayRun,
  replayStatus,
  replayPause,
  replayResume,
  replayVerify,
  replaySwap,
  replayRollback,
  replaySnapshot,
  reconcile,
  deadLettersList,
  deadLettersShow,
  deadLettersRetry,
  deadLettersPurge,
  spoolStatus,
  spoolDrain,
  retentionPlan,
  retentionRun,
  backupCreate,
  backupList,
  backupVerify,
  backupRestore,
  backupExpire,
  backupEnd,
  archiveRun,
  tenantList,
  tenantSuspend,
  tenantResume,
  tenantClose,
  userList,
  userReset,
  userSignOut,
  erase,
  exportOfPerson,
  keysAdd,
  keysRotate,
];

export function commandNamed(name: string): Command {
  const found = COMMANDS.find((command) => command.name === name);
  if (!found) throw new OpsError(EXIT.usage, `There is no command "${name}".`);
  return found;
}
