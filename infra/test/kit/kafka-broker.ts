// A real Kafka broker for the tests: jars from Maven (infra/deploy/kafka/pom.xml, cached in node_modules/.cache), free ports
// and a temporary directory. It can be killed with -9 and restarted on the same port and directory.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';
import { SLOWNESS } from './machine.ts';
import { programsAreHere, storesAreContainers } from './needed-programs.ts';
import { clearKilledRuns, freePorts } from './server-processes.ts';
import { type KafkaBroker, kafkaAnswers, type SecureKafkaBroker } from './store-servers.ts';

const deployDir = fileURLToPath(new URL('../../deploy/kafka', import.meta.url));
const cacheDir = fileURLToPath(new URL('../../../node_modules/.cache/kafka', import.meta.url));
const run = promisify(execFile);
const PREFIX = 'tracker-kafka-';
const USER = { username: 'tracker', password: 'tracker-password' };
const STORE_PASSWORD = 'keystore-password';
/** After a kill -9 the port stays closed until the old session has expired: seconds, not ten. A broker that cannot register in a minute ends itself. */
const QUICK_RESTART = `broker.session.timeout.ms=2000
broker.heartbeat.interval.ms=300
initial.broker.registration.timeout.ms=${Math.round(60_000 * SLOWNESS)}`;

/** Whether this machine can start a broker. */
export const kafkaIsAvailable = (): boolean => storesAreContainers() || programsAreHere('kafka');

/** Timeout for the hook that starts it: Maven may have a slow connection. */
export const START_WITHIN_MS = 240_000;

export async function startKafkaBroker(): Promise<KafkaBroker> {
  if (storesAreContainers()) return (await import('./containers.ts')).startKafkaContainer();
  const [broker] = await startKafkaCluster(1);
  return broker!;
}

/** Starts in 3 to 6 seconds; the first start of a clone downloads the jars before. Its certificate alone takes two programs of Java. */
export async function startSecureKafkaBroker(): Promise<SecureKafkaBroker> {
  const jars = await fetchJars();
  await clearKilledRuns(PREFIX);
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const [port, controllerPort, securePort] = await freePorts(3);
  const address = `127.0.0.1:${port}`;
  const secure = { address: `127.0.0.1:${securePort}`, ca: join(dir, 'ca.pem'), ...USER };
  await makeCertificate(dir, secure.ca);
  const properties = join(dir, 'server.properties');
  writeFileSync(
    properties,
    // The last of two equal keys counts.
    `${readFileSync(join(deployDir, 'server.properties'), 'utf8')}
listeners=PLAINTEXT://${address},SASL_SSL://${secure.address},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://${address},SASL_SSL://${secure.address}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT
ssl.keystore.type=PKCS12
ssl.keystore.location=${join(dir, 'keystore.p12')}
ssl.keystore.password=${STORE_PASSWORD}
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512
listener.name.sasl_ssl.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_${USER.username}="${USER.password}";
listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
controller.quorum.voters=1@127.0.0.1:${controllerPort}
log.dirs=${join(dir, 'data')}
${QUICK_RESTART}
# For tests of readers that are slow.
group.min.session.timeout.ms=1000
`,
  );
  const java = javaOf(jars);
  const node = brokerProcess({ dir, java, properties, address });
  const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${USER.username},password=${USER.password}]`,
  ]);
  try {
    await format({ java, clusterId: clusterIdOf(dir), properties, more: scram });
    await node.start();
  } catch (error) {
    await node.stop();
    throw error;
  }
  return { ...node, secure };
}

/** Three of them keep three copies of each topic, and write to two at least. */
export async function startKafkaCluster(count: number): Promise<KafkaBroker[]> {
  const jars = await fetchJars();
  await clearKilledRuns(PREFIX);
  const java = javaOf(jars);
  const ports = await freePorts(2 * count);
  const voters = Array.from({ length: count }, (_, index) => `${index + 1}@127.0.0.1:${ports[count + index]}`);
  const dirs = voters.map(() => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
  const nodes = dirs.map((dir, index) => {
    const address = `127.0.0.1:${ports[index]}`;
    const properties = join(dir, 'server.properties');
    writeFileSync(
      properties,
      `${readFileSync(join(deployDir, 'server.properties'), 'utf8')}
node.id=${index + 1}
listeners=PLAINTEXT://${address},CONTROLLER://127.0.0.1:${ports[count + index]}
advertised.listeners=PLAINTEXT://${address}
controller.quorum.voters=${voters.join(',')}
log.dirs=${join(dir, 'data')}
${['default', 'offsets.topic', 'transaction.state.log', 'share.coordinator.state.topic'].map((of) => `${of}.replication.factor=${count}`).join('\n')}
min.insync.replicas=${Math.ceil(count / 2)}
${QUICK_RESTART}
`,
    );
    return { properties, ...brokerProcess({ dir, java, properties, address }) };
  });
  const clusterId = clusterIdOf(dirs[0]!);
  try {
    await Promise.all(nodes.map(({ properties }) => format({ java, clusterId, properties })));
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await Promise.all(nodes.map((node) => node.stop()));
    throw error;
  }
  return nodes;
}

/** Little memory and fast compilation: it lives for minutes, next to the tests. */
const javaOf = (jars: string) => [
  ...['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', join(jars, '*')],
  `-Dlog4j2.configurationFile=${join(deployDir, 'log4j2.properties')}`,
];

const clusterIdOf = (dir: string) => Buffer.from(dir).toString('base64url').slice(-22);

const format = (given: {
  java: readonly string[];
  clusterId: string;
  properties: string;
  more?: readonly string[];
}) => {
  const { java, clusterId, properties, more = [] } = given;
  return run('java', [...java, 'kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', properties, ...more]);
};

function brokerProcess(given: {
  dir: string;
  java: readonly string[];
  properties: string;
  address: string;
}): KafkaBroker {
  const { dir, java, properties, address } = given;
  let broker: ChildProcess | undefined;

  async function start() {
    broker = spawn('java', [...java, 'kafka.Kafka', properties], { stdio: ['ignore', 'pipe', 'pipe'] });
    writeFileSync(join(dir, 'pid'), String(broker.pid));
    let printed = '';
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-10_000);
    };
    broker.stdout?.on('data', read);
    broker.stderr?.on('data', read);
    const started = broker;
    const ended = new Promise<never>((_resolve, reject) => {
      started.once('exit', (code, signal) => {
        if (broker === started) reject(new Error(`the broker ended with ${signal ?? code}:\n${printed}`));
      });
    });
    // Five seconds, and twenty times that on a machine that is busy with containers.
    const answers = eventually(() => kafkaAnswers(address), { timeoutMs: 100_000, everyMs: 100 });
    // One that ended never answers: without this the wait would last for minutes on a slow machine.
    await Promise.race([answers, ended]);
  }

  async function end(signal: NodeJS.Signals) {
    const ending = broker;
    broker = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  }

  const killAtExit = () => broker?.kill('SIGKILL');
  process.once('exit', killAtExit);
  return {
    address,
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      // Its directory is deleted anyway, and an orderly shutdown takes seconds.
      await end('SIGKILL');
      process.off('exit', killAtExit);
      rmSync(dir, { recursive: true, force: true });
    },
    bytesOf: async (topic) =>
      readdirSync(join(dir, 'data'))
        .filter((folder) => folder.replace(/-\d+$/, '') === topic)
        .flatMap((folder) => readdirSync(join(dir, 'data', folder)).map((file) => join(dir, 'data', folder, file)))
        .filter((file) => file.endsWith('.log'))
        .reduce((sum, file) => sum + statSync(file).size, 0),
  };
}

/** Of the broker's own authority, for the loopback address; keytool comes with Java. */
async function makeCertificate(dir: string, certificate: string) {
  const store = ['-keystore', join(dir, 'keystore.p12'), '-storepass', STORE_PASSWORD, '-alias', 'broker'];
  const names = ['-dname', 'CN=127.0.0.1', '-ext', 'san=ip:127.0.0.1'];
  await run('keytool', ['-genkeypair', ...store, '-storetype', 'PKCS12', '-keyalg', 'EC', '-validity', '2', ...names]);
  await run('keytool', ['-exportcert', ...store, '-rfc', '-file', certificate]);
}

/** Another pom.xml gets another directory of jars. */
function jarsDir(): string {
  const pom = readFileSync(join(deployDir, 'pom.xml'));
  return join(cacheDir, createHash('sha256').update(pom).digest('hex').slice(0, 16));
}

async function fetchJars(): Promise<string> {
  const dir = jarsDir();
  if (existsSync(dir)) return dir;
  mkdirSync(cacheDir, { recursive: true });
  // Downloaded into a temporary directory and renamed: an existing directory is complete, even when two runs download at once.
  const fetched = mkdtempSync(join(cacheDir, 'fetching-'));
  await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${fetched}`], { cwd: deployDir });
  try {
    renameSync(fetched, dir);
  } catch (error) {
    rmSync(fetched, { recursive: true, force: true });
    if (!existsSync(dir)) throw error;
  }
  return dir;
}
