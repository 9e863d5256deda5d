import type { AdAccount, PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { AdAccountAnswer, CampaignAnswer } from './answers.ts';
import type { GraphCall } from './graph-call.ts';
import { accountPath } from './object-path.ts';
import { readPlainRows } from './pages.ts';

export interface AdAccounts {
  /** The accounts that the token sees; ids as 'act_111'. */
  adAccounts(token: string, signal?: AbortSignal): Promise<AdAccount[]>;
  /** All campaigns of an account but the deleted and archived ones; `status` as it takes effect ('ACTIVE', 'PAUSED', …). */
  campaigns(token: string, adAccountId: string, signal?: AbortSignal): Promise<PlatformCampaign[]>;
}

export const createAdAccounts = (call: GraphCall): AdAccounts => ({
  async adAccounts(token, signal) {
    const fields = 'account_id,name,currency,account_status,timezone_name';
    const params = { fields, limit: '100' };
    const rows = await readPlainRows(
      call,
      { name: 'ad accounts', to: '/me/adaccounts', params, token, signal },
      AdAccountAnswer,
    );
    return rows.map((row) => ({
      id: `act_${row.account_id}`,
      name: row.name,
      currency: row.currency,
      accountStatus: row.account_status,
      timeZone: row.timezone_name,
    }));
  },
  async campaigns(token, adAccountId, signal) {
    const account = accountPath(adAccountId);
    const params = { fields: 'id,name,status,effective_status,created_time', limit: '100' };
    const request = {
      name: 'campaigns',
      to: `${account}/campaigns`,
      params,
      token,
      adAccountId: account.slice(1),
      signal,
    };
    const rows = await readPlainRows(call, request, CampaignAnswer);
    return rows.map(({ id, name, status, effective_status, created_time }) => ({
      id,
      name,
      status: effective_status ?? status ?? '',
      adAccountId: account.slice(1),
      ...createdAt(created_time),
    }));
  },
});

/** '2026-11-01T10:00:00-0300'; one that is not understood is not known. */
export function createdAt(text: string | undefined): Pick<PlatformCampaign, 'createdAt'> {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? {} : { createdAt: instantFromMs(ms) };
}
