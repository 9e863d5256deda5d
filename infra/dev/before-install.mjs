// pnpm runs it before it installs, with the Node that the machine has: says that the disk is too small before a long download fills it.
import { existsSync, statfsSync } from 'node:fs';

/** The packages of a first install, with pnpm's store and what npm keeps of pnpm. */
const NEEDED_MB = 2500;

const { bavail, bsize } = statfsSync('.');
const free = Math.floor((bavail * bsize) / 1024 ** 2);
if (!existsSync('node_modules') && free < NEEDED_MB) {
  console.error(
    `Only ${free} MB are free on this disk, and the packages take ${NEEDED_MB} MB; make room, then start again.`,
  );
  process.exitCode = 1;
}
