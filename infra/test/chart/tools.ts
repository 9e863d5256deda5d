// What `npx -y pnpm@12 test:chart` checks with: Helm, built from the Go module proxy, and kubernetes-validate from PyPI, which brings the schemas
// of Kubernetes' API. Both stay in `node_modules/.cache`.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const HELM_VERSION = 'v3.22.0';
const VALIDATE_VERSION = '1.37.0';
const cached = (name: string) => fileURLToPath(new URL(`../../../node_modules/.cache/${name}`, import.meta.url));
const helmDir = cached(`helm-${HELM_VERSION}`);
const validateDir = cached(`kubernetes-validate-${VALIDATE_VERSION}`);

export const HELM = join(helmDir, 'helm');
export const KUBERNETES_VALIDATE = join(validateDir, 'bin', 'kubernetes-validate');

/** Some two minutes at the first time. Rejects with a sentence about what this machine lacks. */
export async function installChartTools(): Promise<void> {
  await install(HELM, helmDir, 'Go 1.25 or newer, and the Go module proxy once', () =>
    run('env', [`GOBIN=${helmDir}`, 'go', 'install', `helm.sh/helm/v3/cmd/helm@${HELM_VERSION}`]),
  );
  await install(KUBERNETES_VALIDATE, validateDir, 'python3 with venv, and PyPI once', async () => {
    await run('python3', ['-m', 'venv', validateDir]);
    await run(join(validateDir, 'bin', 'pip'), ['install', '--quiet', `kubernetes-validate==${VALIDATE_VERSION}`]);
  });
}

async function install(binary: string, dir: string, needs: string, make: () => Promise<unknown>): Promise<void> {
  if (existsSync(binary)) return;
  try {
    mkdirSync(dir, { recursive: true });
    await make();
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new Error(`${reason}. It needs ${needs}.`, { cause: error });
  }
}
