import { type Admin, AssignerProtocol, Kafka, logLevel } from 'kafkajs';

/** The number of partitions of each group member, ascending; rejects while the group rebalances. */
export function sharesOf(address: string, groupId: string): Promise<number[]> {
  return ask(address, async (admin) => {
    const { groups } = await admin.describeGroups([groupId]);
    const [group] = groups;
    if (group?.state !== 'Stable') throw new Error(`the group ${groupId} is not settled: ${group?.state}`);
    const shares = group.members.map(({ memberAssignment }) => {
      const { assignment = {} } = AssignerProtocol.MemberAssignment.decode(memberAssignment) ?? {};
      return Object.values(assignment).flat().length;
    });
    return shares.sort((one, other) => one - other);
  });
}

export function groupIds(address: string): Promise<string[]> {
  return ask(address, async (admin) => (await admin.listGroups()).groups.map(({ groupId }) => groupId));
}

async function ask<Answer>(address: string, question: (admin: Admin) => Promise<Answer>): Promise<Answer> {
  const admin = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).admin();
  try {
    await admin.connect();
    return await question(admin);
  } finally {
    await admin.disconnect();
  }
}
