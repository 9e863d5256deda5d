import type { syncToday } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import type { SyncService } from './sync-service.ts';

type Today = Required<z.input<typeof syncToday.response>>;

/** Today's spend of all links of every platform, and that of one campaign apart. Without a link the first platform says what is missing. */
export const createSyncToday =
  (syncs: readonly SyncService[]) =>
  async (person: Person, campaignId: string): Promise<Today> => {
    const linked: SyncService[] = [];
    for (const sync of syncs) if (await sync.isLinked(person.tenantId, null)) linked.push(sync);
    const [first, ...others] = linked.length > 0 ? linked : syncs;
    if (!first) throw new Error('this installation has no ad platform');
    const sum = await first.today(person, campaignId);
    for (const sync of linked.length > 0 ? others : []) {
      const { success, dailySpend, totalDailySpend, failedAccounts } = await sync.today(person, campaignId);
      sum.success &&= success;
      sum.failedAccounts.push(...failedAccounts);
      sum.dailySpend = addKnown(sum.dailySpend, dailySpend);
      sum.totalDailySpend = addCents(sum.totalDailySpend, totalDailySpend);
    }
    return sum;
  };

/** Null: the campaign has no link there. */
const addKnown = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : addCents(one, other);

const addCents = (one: number, other: number) => Math.round((one + other) * 100) / 100;
