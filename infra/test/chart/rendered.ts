// The chart as `helm template` renders it, and the parts of Kubernetes' objects that the tests read.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { HELM } from './tools.ts';

const run = promisify(execFile);
export const CHART = fileURLToPath(new URL('../../deploy/helm/traffic-tracker', import.meta.url));
export const valuesFile = (name: string) => `${CHART}/tests/${name}.yaml`;
/** Helm built from its module does not know which Kubernetes it renders for. */
const VERSION = ['--kube-version', '1.37.0'];

type Labels = Record<string, string>;

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string }[];
  readonly securityContext?: object;
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [probe: string]: unknown;
}

export interface Pod {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly automountServiceAccountToken?: boolean;
    readonly enableServiceLinks?: boolean;
    readonly serviceAccountName?: string;
    readonly securityContext?: object;
    readonly terminationGracePeriodSeconds?: number;
    readonly containers: readonly Container[];
    readonly volumes: readonly { readonly name: string; readonly [source: string]: unknown }[];
  };
}

export interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Labels; readonly annotations?: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own; the API's schemas check their shapes.
  readonly spec: any;
}

/** All objects of the chart with these values. */
export async function render(values: string, ...more: readonly string[]): Promise<readonly KubernetesObject[]> {
  const text = await renderText(values, ...more);
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.contents === null ? [] : [document.toJS() as KubernetesObject];
  });
}

export async function renderText(values: string, ...more: readonly string[]): Promise<string> {
  const args = [
    'template',
    'tracker',
    CHART,
    '--namespace',
    'shop',
    ...VERSION,
    '--values',
    valuesFile(values),
    ...more,
  ];
  return (await run(HELM, args)).stdout;
}

export const lint = async (values: string): Promise<string> =>
  (await run(HELM, ['lint', '--strict', ...VERSION, CHART, '--values', valuesFile(values)])).stdout;

/** What Helm says of values that it refuses. */
export const refusal = (values: string, ...more: readonly string[]): Promise<string> =>
  renderText(values, ...more).then(
    () => 'rendered',
    (error: { stderr: string }) => error.stderr,
  );

/** The template of each object that starts pods. */
export function podsOf(objects: readonly KubernetesObject[]): readonly { readonly name: string; readonly pod: Pod }[] {
  return objects.flatMap(({ kind, metadata, spec }) => {
    const owner = kind === 'CronJob' ? spec.jobTemplate.spec : spec;
    const startsPods = ['Deployment', 'StatefulSet', 'Job', 'CronJob'].includes(kind);
    return startsPods ? [{ name: metadata.name, pod: owner.template as Pod }] : [];
  });
}

export const find = (objects: readonly KubernetesObject[], kind: string, name: string): KubernetesObject => {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
};
