import { useNavigate } from '@tanstack/react-router';
import { hasRole } from '@tracker/schemas/roles';
import {
  ChevronsUpDown,
  CircleUser,
  Keyboard,
  ListChecks,
  LogOut,
  Monitor,
  Moon,
  Search,
  Sun,
  SunMoon,
} from 'lucide-react';
import { lazy, useState } from 'react';
import { useShowSteps } from '../onboarding/use-show-steps.ts';
import { useLogout, useSession } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { settingsFor } from './navigation.ts';
import { openPanel } from './panel-store.ts';
import { roleBadge } from './person.ts';
import type { TenantQuestion } from './tenant-dialogs.tsx';
import { TenantSwitch } from './tenant-switch.tsx';
import { chooseTheme, type ThemeChoice, useThemeChoice } from './theme.ts';
import { UserSummary } from './user-summary.tsx';

const TenantDialogs = lazy(() => import('./tenant-dialogs.tsx'));

const Keys = ({ text }: { text: string }) => (
  <kbd aria-hidden className="ml-auto font-sans text-muted text-xs max-sm:hidden">
    {text}
  </kbd>
);

const THEMES = [
  { choice: 'system', label: 'Igual ao sistema', icon: Monitor },
  { choice: 'light', label: 'Claro', icon: Sun },
  { choice: 'dark', label: 'Escuro', icon: Moon },
] as const;

export default function UserMenu() {
  const { user, tenant } = useSession();
  const navigate = useNavigate();
  const logout = useLogout(() => navigate({ to: '/login', replace: true }));
  const showSteps = useShowSteps();
  const themeChoice = useThemeChoice();
  const role = roleBadge(user.role);
  const [question, setQuestion] = useState<TenantQuestion>();

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger className="flex w-full items-center gap-2.5 rounded-xl p-2 hover:bg-hover data-[state=open]:bg-hover">
          <span className="sr-only">Menu de </span>
          <UserSummary />
          <ChevronsUpDown size={15} aria-hidden className="shrink-0 text-muted" />
        </DropdownMenuTrigger>
        <DropdownMenuContent side="top" align="start" className="w-60">
          <DropdownMenuLabel className="flex items-center justify-between gap-2 px-2.5 py-2">
            <span className="truncate text-soft-ink">{tenant.name}</span>
            <Badge look={role.look}>{role.label}</Badge>
          </DropdownMenuLabel>
          <DropdownMenuSeparator />
          <TenantSwitch onAsk={setQuestion} />
          <DropdownMenuItem onSelect={() => navigate({ to: '/profile' })}>
            <CircleUser size={16} aria-hidden /> Meu perfil
          </DropdownMenuItem>
          {settingsFor(user.role).map(({ path, label, icon: Icon }) => (
            <DropdownMenuItem key={path} onSelect={() => navigate({ to: path })}>
              <Icon size={16} aria-hidden /> {label}
            </DropdownMenuItem>
          ))}
          {hasRole(user.role, 'editor') && (
            <DropdownMenuItem onSelect={showSteps}>
              <ListChecks size={16} aria-hidden /> Primeiros passos
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => openPanel('palette')}>
            <Search size={16} aria-hidden /> Ir para… <Keys text="Ctrl K" />
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => openPanel('shortcuts')}>
            <Keyboard size={16} aria-hidden /> Atalhos do teclado <Keys text="?" />
          </DropdownMenuItem>
          <DropdownMenuSub>
            <DropdownMenuSubTrigger>
              <SunMoon size={16} aria-hidden /> Tema
            </DropdownMenuSubTrigger>
            <DropdownMenuSubContent>
              <DropdownMenuRadioGroup
                value={themeChoice}
                onValueChange={(choice) => chooseTheme(choice as ThemeChoice)}
              >
                {THEMES.map(({ choice, label, icon: Icon }) => (
                  <DropdownMenuRadioItem key={choice} value={choice}>
                    <Icon size={16} aria-hidden /> {label}
                  </DropdownMenuRadioItem>
                ))}
              </DropdownMenuRadioGroup>
            </DropdownMenuSubContent>
          </DropdownMenuSub>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={logout}>
            <LogOut size={16} aria-hidden /> Sair
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <LatePart>{question && <TenantDialogs question={question} onClose={() => setQuestion(undefined)} />}</LatePart>
    </>
  );
}
