import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import type { CampaignLink, PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';
import { folded } from '@tracker/schemas/primitives/text';
import type { ComboboxOption } from '../../ui/combobox.tsx';
import { effectText } from './account-texts.ts';

/** An account's campaigns as options; those that are linked already are marked and cannot be chosen. */
export function campaignChoices(
  platform: AdPlatformDescriptor,
  campaigns: readonly PlatformCampaign[],
  links: readonly Pick<CampaignLink, 'platformCampaignId'>[],
): ComboboxOption[] {
  const linked = new Set(links.map(({ platformCampaignId }) => platformCampaignId));
  return campaigns.map(({ id, name, status }) => ({
    value: id,
    label: name,
    detail: `${id} · ${effectText(platform, status)}`,
    ...(linked.has(id) && { note: 'já conectada', isDisabled: true }),
  }));
}

/** More than anybody reads down; the rest is found by typing. */
export const CHOICES_SHOWN = 200;

/** By name, id or status, without regard to case and accents; every word must be there. At most `CHOICES_SHOWN`. */
export function matchingChoices(choices: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const found = choices.filter(({ label, detail = '' }) => {
    const text = folded(`${label} ${detail}`);
    return words.every((word) => text.includes(word));
  });
  return found.slice(0, CHOICES_SHOWN);
}
