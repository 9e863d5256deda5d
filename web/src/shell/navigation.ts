import { hasRole, SCREEN_ROLES } from '@tracker/schemas/roles';
import { LayoutDashboard, type LucideIcon, Megaphone } from 'lucide-react';

export interface NavigationItem {
  path: '/' | '/campaigns';
  label: string;
  icon: LucideIcon;
}

/** In the order of specification §2.2. A screen gets its entry when it exists. */
const ITEMS: readonly NavigationItem[] = [
  { path: '/', label: 'Dashboard', icon: LayoutDashboard },
  { path: '/campaigns', label: 'Campaigns', icon: Megaphone },
];

export const navigationFor = (role: string | undefined): readonly NavigationItem[] =>
  ITEMS.filter(({ path }) => hasRole(role, SCREEN_ROLES[path]));
