// Requests that the consumer, producer and admin of kafkajs do not offer. The cluster object can make them, and kafkajs passes it
// to partition assigners as part of its public types: so a partition assigner takes it from there.
import {
  type Broker,
  type Cluster,
  type Consumer,
  type GroupDescription,
  type Kafka,
  PartitionAssigners,
} from 'kafkajs';
import { createKafka, disconnect, type KafkaConnection } from './kafka-client.ts';
import { isLeftOver } from './kafka-process.ts';

type ConsumerSettings = Parameters<Kafka['consumer']>[0];

/** A consumer, and the cluster that it speaks to once it is connected. */
export function consumerWithCluster(
  kafka: Kafka,
  settings: ConsumerSettings,
): { consumer: Consumer; cluster: Cluster } {
  let cluster: Cluster | undefined;
  const consumer = kafka.consumer({
    ...settings,
    partitionAssigners: [
      (config) => {
        cluster = config.cluster;
        return PartitionAssigners.roundRobin(config);
      },
    ],
  });
  if (!cluster) throw new Error('kafkajs no longer gives its cluster to partition assigners');
  return { consumer, cluster };
}

export interface OpenCluster {
  readonly cluster: Cluster;
  close(): Promise<void>;
}

/** A connected cluster, without a group. */
export async function openCluster(connection: KafkaConnection): Promise<OpenCluster> {
  const { cluster } = consumerWithCluster(createKafka(connection), { groupId: 'none: it never joins' });
  await cluster.connect();
  return { cluster, close: () => disconnect(cluster) };
}

/**
 * Makes members leave that are dead: `predecessor`, which crashed in this process, and those of processes that have ended. The group would
 * wait for each a whole session timeout.
 */
export async function leaveForTheDead(
  cluster: Cluster,
  groupId: string,
  predecessor: string | undefined,
): Promise<void> {
  const coordinator = await cluster.findGroupCoordinator({ groupId });
  const { groups }: { groups: GroupDescription[] } = await coordinator.describeGroups({ groupIds: [groupId] });
  for (const { memberId, clientId } of groups[0]?.members ?? []) {
    if (memberId !== predecessor && !isLeftOver(clientId)) continue;
    await (coordinator as Leavable).leaveGroup({ groupId, memberId }).catch((error: { type?: unknown }) => {
      if (error.type !== 'UNKNOWN_MEMBER_ID') throw error; // It has left, or was missed, in between.
    });
  }
}

/** kafkajs' types have left it out. */
type Leavable = Broker & { leaveGroup(request: { groupId: string; memberId: string }): Promise<unknown> };
