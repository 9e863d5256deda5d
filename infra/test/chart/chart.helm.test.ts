// What must be true of the Helm chart with any values. No cluster is asked: that it starts is not shown here.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EXIT } from '@tracker/cli/command';
import { commandNamed } from '@tracker/cli/commands';
import { type SettingText, settingSchemas, settingTexts } from '@tracker/infra/config/settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { find, type KubernetesObject, lint, podsOf, refusal, render, renderText } from './rendered.ts';
import { KUBERNETES_VALIDATE } from './tools.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Names of what only runs a command. */
const JOBS = /-(migrate|ops|archive|backup|expire|verify)$/;
const texts: Readonly<Record<string, SettingText | undefined>> = settingTexts;

/** Least: what must be given. Everything: each option on. Little: one pod each, all that is optional off. */
describe.each(['least', 'everything', 'little'])('the chart with the values %s', (values) => {
  let objects: readonly KubernetesObject[];
  beforeAll(async () => {
    objects = await render(values);
  });

  test('passes helm lint', async () => {
    expect(await lint(values)).toContain('0 chart(s) failed');
  });

  test.each(['1.30', '1.37'])('fits the API of Kubernetes %s', async (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-chart-'));
    try {
      const path = join(folder, `${values}.yaml`);
      writeFileSync(path, await renderText(values));
      // It prints a warning for a kind that it does not know, such as the operator's ServiceMonitor.
      const { stdout, stderr } = await run(KUBERNETES_VALIDATE, ['--strict', '-k', version, path]);
      const passed = `${stdout}${stderr}`.match(/ passed for resource /g) ?? [];
      expect(passed.length).toBe(objects.filter(({ kind }) => kind !== 'ServiceMonitor').length);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('gives no pod a right that it does not need', () => {
    const pods = podsOf(objects);
    expect(pods.length).toBeGreaterThanOrEqual(4);
    for (const { name, pod } of pods) {
      expect(pod.spec, name).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          fsGroup: 1000,
          fsGroupChangePolicy: 'OnRootMismatch',
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      for (const container of pod.spec.containers) {
        expect(container.securityContext, name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          runAsNonRoot: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources, name).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
      }
    }
  });

  test('mounts what a program writes to, and every secret as a file', () => {
    for (const { name, pod } of podsOf(objects)) {
      const { containers, volumes } = pod.spec;
      const claims = name.endsWith('-ingest') ? ['spool'] : [];
      const known = new Set([...volumes.map((volume) => volume.name), ...claims]);
      for (const { args, volumeMounts = [] } of containers) {
        for (const mount of volumeMounts) expect(known, name).toContain(mount.name);
        const paths = volumeMounts
          .map(({ mountPath }) => mountPath)
          .filter((path) => path !== '/backups')
          .sort();
        expect(paths, name).toEqual(args ? ['/data', '/run/secrets/tracker', '/tmp'] : ['/tmp']);
      }
    }
  });

  test('sets each setting to a value that the programs take, and no secret as a variable', () => {
    for (const { name, pod } of podsOf(objects)) {
      if (name.endsWith('-gateway')) continue;
      for (const variable of pod.spec.containers.flatMap(({ env = [] }) => env)) {
        const ofFile = /^(\w+)_FILE$/.exec(variable.name)?.[1];
        if (ofFile !== undefined) {
          expect(texts[ofFile], variable.name).toMatchObject({ secret: true });
          expect(variable.value).toBe(`/run/secrets/tracker/${ofFile}`);
          continue;
        }
        expect(texts[variable.name], variable.name).toBeDefined();
        expect(texts[variable.name]?.secret, variable.name).toBeUndefined();
        if (variable.value.startsWith('/run/secrets/')) continue;
        const schema = settingSchemas[variable.name as keyof typeof settingSchemas];
        expect(schema.safeParse(variable.value).success, `${variable.name}=${variable.value}`).toBe(true);
      }
    }
  });

  test('gives the gateway variables that its start knows, and services that are there', () => {
    const start = readFileSync(join(root, 'infra/deploy/gateway/start.sh'), 'utf8');
    const gateway = find(objects, 'Deployment', 'tracker-traffic-tracker-gateway').spec.template.spec.containers[0];
    for (const { name, value } of gateway.env) {
      expect(start).toContain(`\${${name}:-`);
      if (!name.endsWith('_URL') || name === 'PUBLIC_URL') continue;
      const { hostname, port } = new URL(value);
      const [service = '', namespace, ...domain] = hostname.split('.');
      expect([namespace, ...domain].join('.')).toBe('shop.svc.cluster.local');
      expect(find(objects, 'Service', service).spec).toMatchObject({
        clusterIP: 'None',
        ports: expect.arrayContaining([{ name: 'http', port: Number(port), targetPort: 'http' }]),
      });
    }
  });

  test('starts programs that the repository has', () => {
    for (const { name, pod } of podsOf(objects)) {
      const { args = [], ports } = pod.spec.containers[0] ?? {};
      if (name.endsWith('-gateway')) continue;
      // What serves has a parent that starts it again.
      if (ports) expect(args[0], name).toBe('infra/src/program/parent.ts');
      for (const script of ports ? args.slice(0, 2) : args.slice(0, 1))
        expect(existsSync(join(root, script)), `${name}: ${script}`).toBe(true);
    }
  });

  test('lets each pod take requests until it is forgotten, and then end in order', () => {
    for (const { name, pod } of podsOf(objects)) {
      const [container] = pod.spec.containers;
      if (container?.ports === undefined) continue;
      expect(container, name).toMatchObject({
        lifecycle: { preStop: { exec: { command: ['sleep', '8'] } } },
        livenessProbe: { httpGet: { path: expect.stringMatching(/^\/(healthz|gateway-health)$/), port: 'http' } },
        readinessProbe: { httpGet: { path: expect.stringMatching(/^\/(readyz|gateway-health)$/), port: 'http' } },
      });
      // Ten seconds are a program's own deadline (infra/src/lifecycle/signals.ts).
      expect(pod.spec.terminationGracePeriodSeconds, name).toBeGreaterThanOrEqual(8 + 10);
    }
  });

  test('selects pods of exactly one program with each service, budget and set', () => {
    const pods = podsOf(objects);
    for (const { kind, metadata, spec } of objects) {
      const selector = kind === 'Service' ? spec.selector : spec?.selector?.matchLabels;
      if (selector === undefined || kind === 'ServiceMonitor') continue;
      const selected = pods.filter(({ pod }) =>
        Object.entries(selector).every(([label, value]) => pod.metadata.labels[label] === value),
      );
      expect(
        selected.map(({ name }) => name),
        `${kind} ${metadata.name}`,
      ).toEqual([metadata.name]);
    }
  });

  test('keeps a version out of what Kubernetes never lets change', () => {
    for (const { kind, spec } of objects) {
      if (!['Deployment', 'StatefulSet'].includes(kind)) continue;
      expect(JSON.stringify([spec.selector, spec.volumeClaimTemplates])).not.toMatch(/0\.1\.0|helm\.sh/);
    }
  });

  test('names the accounts and Secrets that there are', () => {
    for (const { name, pod } of podsOf(objects)) {
      const account = pod.spec.serviceAccountName;
      // The job before an installation cannot use an account that the installation makes.
      if (JOBS.test(name) || values === 'little') expect(account ?? 'default', name).toBe('default');
      else find(objects, 'ServiceAccount', account ?? '');
      if (name.endsWith('-gateway')) continue;
      // The owner of the tables is for jobs alone.
      const isOwner = values === 'everything' && JOBS.test(name);
      expect(pod.spec.volumes, name).toContainEqual({
        name: 'secret',
        projected: {
          defaultMode: 0o440,
          sources: ['tracker', ...(isOwner ? ['tracker-owner'] : [])].map((secret) => ({ secret: { name: secret } })),
        },
      });
      const variables = pod.spec.containers.flatMap(({ env = [] }) => env.map((variable) => variable.name));
      expect(variables.includes('MIGRATION_URL_FILE'), name).toBe(isOwner);
    }
  });
});

describe('the chart', () => {
  let least: readonly KubernetesObject[];
  let everything: readonly KubernetesObject[];
  let folder: string;
  beforeAll(async () => {
    [least, everything] = await Promise.all([render('least'), render('everything')]);
    folder = mkdtempSync(join(tmpdir(), 'tracker-chart-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('gives each ingest a volume that only people delete', () => {
    expect(find(least, 'StatefulSet', 'tracker-traffic-tracker-ingest').spec).toMatchObject({
      replicas: 2,
      serviceName: 'tracker-traffic-tracker-ingest',
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      volumeClaimTemplates: [
        {
          metadata: { name: 'spool' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } },
        },
      ],
    });
  });

  test('migrates before an installation and an upgrade, with nothing that the chart makes itself', () => {
    const { metadata, spec } = find(least, 'Job', 'tracker-traffic-tracker-migrate');
    expect(metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    expect(spec.template.spec.containers[0].args).toEqual(['infra/cli/main.ts', 'migrate']);
  });

  test('leaves the number of pods to the autoscaler where there is one', () => {
    for (const { kind, metadata, spec } of everything.filter((object) => object.kind === 'HorizontalPodAutoscaler')) {
      const target = find(everything, spec.scaleTargetRef.kind, spec.scaleTargetRef.name);
      expect(target.spec, `${kind} ${metadata.name}`).not.toHaveProperty('replicas');
      expect(spec.maxReplicas).toBeGreaterThanOrEqual(spec.minReplicas);
    }
    expect(everything.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')).toHaveLength(5);
  });

  test('lets nothing but the gateway reach ingest and api, and metrics be read by those that are named', () => {
    const policies = least.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies.map(({ metadata }) => metadata.name.replace('tracker-traffic-tracker-', ''))).toEqual([
      'closed',
      'gateway',
      'behind-gateway',
    ]);
    expect(policies[0]?.spec).not.toHaveProperty('ingress');
    expect(policies[2]?.spec.ingress[0].from[0].podSelector.matchLabels).toMatchObject({
      'app.kubernetes.io/component': 'gateway',
    });
    const metrics = find(everything, 'NetworkPolicy', 'tracker-traffic-tracker-metrics');
    expect(metrics.spec.ingress[0].from).toHaveLength(1);
  });

  test('puts the host of PUBLIC_URL into the Ingress, and counts the proxies', () => {
    expect(find(everything, 'Ingress', 'tracker-traffic-tracker').spec).toMatchObject({
      tls: [{ hosts: ['tracker.example.com'], secretName: 'tracker-tls' }],
      rules: [{ host: 'tracker.example.com' }],
    });
    const trust = (objects: readonly KubernetesObject[], program: string) =>
      find(objects, 'Deployment', `tracker-traffic-tracker-${program}`).spec.template.spec.containers[0].env.find(
        ({ name }: { name: string }) => name === 'TRUST_PROXY',
      )?.value;
    expect([trust(least, 'api'), trust(least, 'gateway')]).toEqual(['2', 'yes']);
    expect([trust(everything, 'api'), trust(everything, 'gateway')]).toEqual(['3', 'yes']);
  });

  test('drains the spool of a volume that a scale-down left, and runs any other command once', async () => {
    const drain = find(everything, 'Job', 'tracker-traffic-tracker-ops').spec;
    expect(drain.backoffLimit).toBe(20);
    expect(drain.template.spec.containers[0].args).toEqual(['infra/cli/main.ts', 'spool', 'drain']);
    expect(drain.template.spec.volumes).toContainEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: 'spool-tracker-ingest-3' },
    });
    const lag = find(await render('least', '--set', 'ops.command={lag}'), 'Job', 'tracker-traffic-tracker-ops').spec;
    expect(lag.backoffLimit).toBe(0);
    expect(lag.template.spec.volumes).toContainEqual({ name: 'data', emptyDir: { sizeLimit: '64Mi' } });
  });

  test('backs up by itself where that is asked for: never two at once, and again after one that was in the way', () => {
    const runs = (objects: readonly KubernetesObject[]) => objects.filter(({ kind }) => kind === 'CronJob');
    expect(runs(least)).toEqual([]);
    const commands = runs(everything).map(({ spec }) => [
      spec.schedule,
      spec.jobTemplate.spec.template.spec.containers[0].args.slice(1).join(' '),
    ]);
    expect(commands).toEqual([
      ['7 * * * *', 'archive run'],
      ['23 2 * * *', 'backup create'],
      ['23 6 * * *', 'backup expire --yes'],
      ['43 6 * * 0', 'backup verify'],
    ]);
    for (const { spec } of runs(everything)) {
      expect(spec).toMatchObject({ concurrencyPolicy: 'Forbid', timeZone: 'America/Sao_Paulo' });
      const job = spec.jobTemplate.spec;
      expect(job.podFailurePolicy.rules).toEqual([
        { action: 'Ignore', onExitCodes: { operator: 'In', values: [EXIT.busy] } },
      ]);
      const [{ args, env, volumeMounts }] = job.template.spec.containers;
      expect(() => commandNamed(args.slice(1, 3).join(' '))).not.toThrow();
      expect(env).toContainEqual({ name: 'BACKUP_URL_FILE', value: '/run/secrets/tracker/BACKUP_URL' });
      expect(volumeMounts).toContainEqual({ name: 'backups', mountPath: '/backups' });
      expect(job.template.spec.volumes).toContainEqual({
        name: 'backups',
        persistentVolumeClaim: { claimName: 'tracker-backups' },
      });
    }
    // The programs do not learn where backups are.
    const api = find(everything, 'Deployment', 'tracker-traffic-tracker-api').spec.template.spec.containers[0];
    expect(api.env.map(({ name }: { name: string }) => name)).not.toContain('BACKUP_URL_FILE');
  });

  test('leaves migrations to the programs where the job is switched off', async () => {
    const migrates = (objects: readonly KubernetesObject[]) =>
      podsOf(objects).flatMap(({ pod }) =>
        pod.spec.containers.flatMap(({ env = [] }) => env.filter(({ name }) => name === 'MIGRATE')),
      );
    expect(new Set(migrates(least).map(({ value }) => value))).toEqual(new Set(['off']));
    expect(migrates(await render('little'))).toEqual([]);
  });

  test.each([
    ['a missing Secret', ['--set', 'secret.name='], 'secret'],
    ['a missing address', ['--set', 'publicUrl='], 'publicUrl'],
    ['an unknown value', ['--set', 'ingest.replica=3'], 'replica'],
    ['an unknown setting', ['--set', 'settings.KAFKA_BROKER=a:9092'], 'KAFKA_BROKER'],
    ['a secret among the settings', ['--set', 'settings.DATABASE_URL=postgres://a/b'], 'DATABASE_URL'],
    ['MIGRATE, which the chart sets', ['--set', 'settings.MIGRATE=on'], 'MIGRATE'],
    ['a Secret without the keys of the product', ['--set', 'secret.keys={DATABASE_URL}'], 'keys'],
    ['an id that would lose its digits', ['--set', 'settings.META_APP_ID=123456789012345'], 'META_APP_ID'],
    ['backups without their place', ['--set', 'backups.enabled=true'], 'add BACKUP_URL'],
    ['more processors than partitions', ['--set', 'processor.replicas=13'], '13 processors cannot share 12 partitions'],
  ])('refuses %s', async (_, args, expected) => {
    expect(await refusal('least', ...args)).toContain(expected);
  });
});
