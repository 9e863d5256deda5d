import type { syncToday } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import type { SyncService } from './sync-service.ts';

type Today = z.input<typeof syncToday.response>;

/** Today's spend of a campaign, of every platform that it is linked to. Without a link the first platform says what is missing. */
export const createSyncToday =
  (syncs: readonly SyncService[]) =>
  async (person: Person, campaignId: string): Promise<Today> => {
    const linked: SyncService[] = [];
    for (const sync of syncs) if (await sync.isLinked(person.tenantId, campaignId)) linked.push(sync);
    const [first, ...others] = linked.length > 0 ? linked : syncs;
    if (!first) throw new Error('this installation has no ad platform');
    const sum = await first.today(person, campaignId);
    for (const sync of linked.length > 0 ? others : []) {
      const { success, dailySpend } = await sync.today(person, campaignId);
      sum.success &&= success;
      sum.dailySpend = Math.round((sum.dailySpend + dailySpend) * 100) / 100;
    }
    return sum;
  };
