import { closeFilesToOthers } from '@tracker/infra/program/run-program';
import { runCli } from './cli.ts';

/** `npx -y pnpm@12 ops <noun> <verb>`: the operator's tools; `npx -y pnpm@12 ops --help` lists them. */
closeFilesToOthers();
process.exit(await runCli(process.argv.slice(2)));
