import { closeFilesToOthers } from '@tracker/infra/program/run-program';
import { runCli } from './cli.ts';

/** `pnpm ops <noun> <verb>`: the operator's tools; `pnpm ops --help` lists them. */
closeFilesToOthers();
process.exit(await runCli(process.argv.slice(2)));
