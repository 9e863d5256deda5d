import type { LinkProps } from '@tanstack/react-router';
import { hasRole, SCREEN_ROLES } from '@tracker/schemas/roles';
import {
  Building2,
  ChartColumn,
  Code,
  Globe,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MousePointerClick,
  ReceiptText,
  Target,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react';

/** Screens with a role and a route; a screen gets its entry when it exists. */
type ScreenPath = keyof typeof SCREEN_ROLES & LinkProps['to'];

export interface NavigationItem {
  path: ScreenPath;
  label: string;
  icon: LucideIcon;
}

/** In the order of specification §2.2. */
const SCREENS: readonly NavigationItem[] = [
  { path: '/', label: 'Dashboard', icon: LayoutDashboard },
  { path: '/campaigns', label: 'Campaigns', icon: Megaphone },
  { path: '/analytics', label: 'Analytics', icon: ChartColumn },
  { path: '/geography', label: 'Geografia', icon: Globe },
  { path: '/leads', label: 'Leads', icon: Users },
  { path: '/integration', label: 'Integration', icon: Code },
  { path: '/webhook', label: 'Webhook', icon: Webhook },
  { path: '/conversion-logs', label: 'Logs Conversão', icon: ReceiptText },
  { path: '/click-logs', label: 'Logs de Clicks', icon: MousePointerClick },
  { path: '/facebook', label: 'Facebook Ads', icon: Target },
];

/** Under the heading 'Configurações', and in the user menu. */
const SETTINGS: readonly NavigationItem[] = [
  { path: '/settings/tenant', label: 'Configurações da Empresa', icon: Building2 },
  { path: '/settings/users', label: 'Gestão de Usuários', icon: UserCog },
];

const allowed = (items: readonly NavigationItem[], role: string | undefined) =>
  items.filter(({ path }) => hasRole(role, SCREEN_ROLES[path]));

export const screensFor = (role: string | undefined) => allowed(SCREENS, role);
export const settingsFor = (role: string | undefined) => allowed(SETTINGS, role);
