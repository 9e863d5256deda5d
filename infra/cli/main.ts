import { runCli } from './cli.ts';

/** `pnpm ops <noun> <verb>`: the operator's tools; `pnpm ops --help` lists them. */
process.exit(await runCli(process.argv.slice(2)));
