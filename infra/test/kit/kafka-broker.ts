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
import { programsAreHere, storesAreContainers } from './needed-programs.ts';
import { clearKilledRuns, freePorts } from './server-processes.ts';
import { type KafkaBroker, kafkaAnswers, type SecureKafkaBroker } from './store-servers.ts';

const deployDir = fileURLToPath(new URL('../../deploy/kafka', import.meta.url));
const cacheDir = fileURLToPath(new URL('../../../node_modules/.cache/kafka', import.meta.url));
const run = promisify(execFile);
const PREFIX = 'tracker-kafka-';
const USER = { username: 'tracker', password: 'tracker-password' };
const STORE_PASSWORD = 'keystore-password';

/** Whether this machine can start a broker. */
export const kafkaIsAvailable = (): boolean =>
  storesAreContainers() ||
  programsAreHere({
    tests: 'Kafka',
    programs: ['java', 'keytool', ...(existsSync(jarsDir()) ? [] : ['mvn'])],
    install: 'a Java 17 runtime and Maven',
  });

/** Timeout for the hook that starts it: Maven may have a slow connection. */
export const START_WITHIN_MS = 240_000;

export const startKafkaBroker = async (): Promise<KafkaBroker> =>
  storesAreContainers() ? (await import('./containers.ts')).startKafkaContainer() : startSecureKafkaBroker();

/** Starts in 3 to 6 seconds; the first start of a clone downloads the jars before. */
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
# After a kill -9 the port stays closed until the old session has expired: seconds, not ten.
broker.session.timeout.ms=2000
broker.heartbeat.interval.ms=300
# For tests of readers that are slow.
group.min.session.timeout.ms=1000
`,
  );
  // Little memory and fast compilation: it lives for a minute, next to the tests.
  const java = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', join(jars, '*')];
  java.push(`-Dlog4j2.configurationFile=${join(deployDir, 'log4j2.properties')}`);
  const clusterId = Buffer.from(dir).toString('base64url').slice(-22);
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
    await eventually(
      () => {
        if (started.exitCode !== null) throw new Error(`the broker ended with ${started.exitCode}:\n${printed}`);
        return kafkaAnswers(address);
      },
      { timeoutMs: 40_000, everyMs: 100 },
    );
  }

  async function end(signal: NodeJS.Signals) {
    const ending = broker;
    broker = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  }

  async function stop() {
    // Its directory is deleted anyway, and an orderly shutdown takes seconds.
    await end('SIGKILL');
    process.off('exit', killAtExit);
    rmSync(dir, { recursive: true, force: true });
  }
  const killAtExit = () => broker?.kill('SIGKILL');
  process.once('exit', killAtExit);

  try {
    const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${USER.username},password=${USER.password}]`,
    ]);
    await run('java', [...java, 'kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', properties, ...scram]);
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    address,
    secure,
    start,
    stop,
    kill: () => end('SIGKILL'),
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
