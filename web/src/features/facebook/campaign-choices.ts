import type { FacebookCampaign, FacebookConnection } from '@tracker/schemas/contracts/facebook.contract';
import type { ComboboxOption } from '../../ui/combobox.tsx';
import { effectText } from './account-texts.ts';

/** An account's campaigns as a list to choose from; those that bring their spend somewhere already are marked and not chosen. */
export function campaignChoices(
  campaigns: readonly FacebookCampaign[],
  links: readonly Pick<FacebookConnection, 'facebookCampaignId'>[],
): ComboboxOption[] {
  const linked = new Set(links.map(({ facebookCampaignId }) => facebookCampaignId));
  return campaigns.map(({ id, name, status }) => ({
    value: id,
    label: name,
    detail: `${id} · ${effectText(status)}`,
    ...(linked.has(id) && { note: 'já conectada', isDisabled: true }),
  }));
}

/** By name, id or status, without regard to case and accents; every word must be there. */
export function matchingChoices(choices: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return choices.filter(({ label, detail = '' }) => {
    const text = folded(`${label} ${detail}`);
    return words.every((word) => text.includes(word));
  });
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
