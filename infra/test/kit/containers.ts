/**
 * The stores of the tests as containers of their public images, with the interface of the embedded ones: `npx -y pnpm@12 test:containers`. A
 * container names the run that it belongs to, so that the next run ends what a killed one has left; testcontainers' own helper for that
 * is a container that needs the engine's socket.
 */
import { fileURLToPath } from 'node:url';
import { processStartedAt } from '@tracker/infra/lifecycle/process-identity';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import { eventually } from './eventually.ts';
import { freePorts } from './server-processes.ts';
import { type KafkaBroker, kafkaAnswers, type RedisServer, redisAnswers } from './store-servers.ts';

const RUN = 'traffic-tracker.test-run';
const deployed = (path: string) => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url));
const START_WITHIN_MS = 180_000;

interface StoreContainer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startPostgresContainer(): Promise<StoreContainer> {
  const started = await start(
    new GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_USER: 'tracker', POSTGRES_PASSWORD: 'tracker', POSTGRES_DB: 'tracker' })
      // Test data need not survive a power cut.
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forSuccessfulCommand('pg_isready --host=127.0.0.1 --username=tracker')),
  );
  return { url: `postgres://tracker:tracker@127.0.0.1:${started.getMappedPort(5432)}/tracker`, stop: stopOf(started) };
}

export async function startClickHouseContainer(): Promise<StoreContainer> {
  const started = await start(
    new GenericContainer('clickhouse/clickhouse-server:26.7')
      .withEnvironment({
        CLICKHOUSE_USER: 'tracker',
        CLICKHOUSE_PASSWORD: 'tracker',
        CLICKHOUSE_DB: 'tracker',
        TZ: 'UTC',
      })
      .withCopyFilesToContainer([
        { source: deployed('clickhouse/config.xml'), target: '/etc/clickhouse-server/config.d/tracker.xml' },
        { source: deployed('clickhouse/users.xml'), target: '/etc/clickhouse-server/users.d/tracker.xml' },
      ])
      .withExposedPorts(8123)
      .withWaitStrategy(Wait.forHttp('/ping', 8123)),
  );
  return { url: `http://tracker:tracker@127.0.0.1:${started.getMappedPort(8123)}/tracker`, stop: stopOf(started) };
}

export async function startRedisContainer(): Promise<RedisServer> {
  const [port = 0] = await freePorts(1);
  const started = await start(
    new GenericContainer('redis:8')
      .withCommand(['redis-server', '--appendonly', 'yes', '--save', ''])
      .withExposedPorts({ container: 6379, host: port })
      .withWaitStrategy(Wait.forSuccessfulCommand('redis-cli ping')),
  );
  const engine = await engineOf(started);
  const url = `redis://127.0.0.1:${port}`;
  return {
    url,
    freeze: () => engine.pause(),
    thaw: () => engine.unpause(),
    kill: () => engine.kill(),
    start: async () => {
      await engine.start();
      await eventually(() => redisAnswers({ url }), { timeoutMs: START_WITHIN_MS });
    },
    stop: stopOf(started),
  };
}

export async function startKafkaContainer(): Promise<KafkaBroker> {
  const [port = 0] = await freePorts(1);
  const address = `127.0.0.1:${port}`;
  const data = '/var/lib/kafka/data';
  const started = await start(
    new GenericContainer('apache/kafka:4.1.0')
      .withEnvironment({
        KAFKA_NODE_ID: '1',
        KAFKA_PROCESS_ROLES: 'broker,controller',
        KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
        KAFKA_LISTENERS: 'INSIDE://:9094,OUTSIDE://:9092,CONTROLLER://:9093',
        KAFKA_ADVERTISED_LISTENERS: `INSIDE://localhost:9094,OUTSIDE://${address}`,
        KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'INSIDE:PLAINTEXT,OUTSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT',
        KAFKA_INTER_BROKER_LISTENER_NAME: 'INSIDE',
        KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
        KAFKA_LOG_DIRS: data,
        KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
        KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
        KAFKA_LOG_MESSAGE_TIMESTAMP_TYPE: 'LogAppendTime',
        KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
        KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: '1000',
        KAFKA_BROKER_SESSION_TIMEOUT_MS: '2000',
        KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '300',
        KAFKA_MESSAGE_MAX_BYTES: '16777216',
        KAFKA_HEAP_OPTS: '-Xms256m -Xmx384m',
      })
      .withExposedPorts({ container: 9092, host: port })
      .withWaitStrategy(Wait.forListeningPorts()),
  );
  const engine = await engineOf(started);
  await eventually(() => kafkaAnswers(address), { timeoutMs: START_WITHIN_MS });
  return {
    address,
    kill: () => engine.kill(),
    start: async () => {
      await engine.start();
      await eventually(() => kafkaAnswers(address), { timeoutMs: START_WITHIN_MS });
    },
    bytesOf: async (topic) =>
      Number((await started.exec(['sh', '-c', `cat ${data}/${topic}-[0-9]*/*.log | wc -c`])).output.trim()),
    stop: stopOf(started),
  };
}

async function start(container: GenericContainer): Promise<StartedTestContainer> {
  return container
    .withLabels({ [RUN]: `${process.pid} ${processStartedAt(process.pid)}` })
    .withStartupTimeout(START_WITHIN_MS)
    .start();
}

const stopOf = (started: StartedTestContainer) => async () => void (await started.stop({ timeout: 0 }));

/** What testcontainers itself has no call for. */
async function engineOf(started: StartedTestContainer) {
  const { container } = await getContainerRuntimeClient();
  const engine = container.getById(started.getId());
  return {
    pause: async () => void (await engine.pause()),
    unpause: async () => void (await engine.unpause()),
    kill: async () => void (await engine.kill()),
    start: async () => void (await engine.start()),
  };
}

/** Removes the containers of runs that were killed. */
export async function clearKilledContainers(): Promise<void> {
  const { container } = await getContainerRuntimeClient();
  for (const { Id, Labels } of await container.list()) {
    const [pid, startedAt] = Labels[RUN]?.split(' ') ?? [];
    if (pid === undefined || String(processStartedAt(Number(pid))) === startedAt) continue;
    await container.getById(Id).remove({ force: true, v: true });
  }
}
