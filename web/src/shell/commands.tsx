import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { hasRole } from '@tracker/schemas/roles';
import {
  CircleUser,
  Keyboard,
  ListChecks,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  ReceiptText,
  Sun,
} from 'lucide-react';
import { contractQuery } from '../data/query-client.ts';
import { useShowSteps } from '../onboarding/use-show-steps.ts';
import { useLogout, useSession } from '../session/session.ts';
import { screensFor, settingsFor } from './navigation.ts';
import { chooseTheme } from './theme.ts';

export interface AppCommand {
  /** Unique among all. */
  id: string;
  label: string;
  icon: LucideIcon;
  /** Found by these words, too. */
  keywords?: string[];
  run: () => void;
}

export interface CommandGroup {
  heading: string;
  commands: readonly AppCommand[];
}

/** What a person may go to or do from everywhere, as far as their role allows it. */
export function useCommands(showShortcuts: () => void): readonly CommandGroup[] {
  const { user } = useSession();
  const navigate = useNavigate();
  const logout = useLogout(() => navigate({ to: '/login', replace: true }));
  const showSteps = useShowSteps();
  const campaigns = useQuery(contractQuery(listCampaigns, {})).data ?? [];
  return [
    {
      heading: 'Telas',
      commands: [
        ...[...screensFor(user.role), ...settingsFor(user.role)].map(({ path, label, icon }) => ({
          ...{ id: path, label, icon },
          run: () => void navigate({ to: path }),
        })),
        { id: '/profile', label: 'Meu perfil', icon: CircleUser, run: () => void navigate({ to: '/profile' }) },
      ],
    },
    {
      heading: 'Conversões de uma campanha',
      commands: campaigns.map(({ campaignId, name }) => ({
        ...{ id: `campaign ${campaignId}`, label: name, icon: ReceiptText, keywords: [campaignId] },
        run: () => void navigate({ to: '/conversion-logs', search: { campaign: campaignId } }),
      })),
    },
    {
      heading: 'Ações',
      commands: [
        { id: 'light', label: 'Tema claro', icon: Sun, run: () => chooseTheme('light') },
        { id: 'dark', label: 'Tema escuro', icon: Moon, run: () => chooseTheme('dark') },
        { id: 'system', label: 'Tema igual ao sistema', icon: Monitor, run: () => chooseTheme('system') },
        ...(hasRole(user.role, 'editor')
          ? [{ id: 'first-steps', label: 'Primeiros passos', icon: ListChecks, run: showSteps }]
          : []),
        { id: 'shortcuts', label: 'Atalhos do teclado', icon: Keyboard, keywords: ['?'], run: showShortcuts },
        { id: 'logout', label: 'Sair', icon: LogOut, run: () => void logout() },
      ],
    },
  ];
}
