import { useNavigate } from '@tanstack/react-router';
import { lazy, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useSession } from '../session/session.ts';
import { LatePart } from '../ui/late-part.tsx';
import { screensFor } from './navigation.ts';
import { openedPanel, openPanel, watchPanel } from './panel-store.ts';
import { SCREEN_KEYS, singleKeysAreOn } from './shortcuts.ts';

const CommandPalette = lazy(() => import('./command-palette.tsx'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

/** The second key of two comes within this time. */
const SEQUENCE_MS = 1_500;

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role=combobox]') !== null;
const hasDialog = () => document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;

/** Listens to the shortcuts, and shows what they open. Loads after the screen. */
export function Keyboard() {
  const { role } = useSession().user;
  const navigate = useNavigate();
  const panel = useSyncExternalStore(watchPanel, openedPanel);
  const startedAt = useRef(0);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPanel(openedPanel() === 'palette' ? undefined : 'palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || hasDialog() || !singleKeysAreOn())
        return;
      if (event.key === '?') return openPanel('shortcuts');
      const isSecond = Date.now() - startedAt.current < SEQUENCE_MS;
      startedAt.current = !isSecond && event.key === 'g' ? Date.now() : 0;
      const to = SCREEN_KEYS[event.key as keyof typeof SCREEN_KEYS];
      if (isSecond && to !== undefined && screensFor(role).some(({ path }) => path === to)) void navigate({ to });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [navigate, role]);

  const close = useCallback(() => openPanel(undefined), []);
  useEffect(() => close, [close]);
  return (
    <LatePart>
      {panel === 'palette' && <CommandPalette onClose={close} onShortcuts={() => openPanel('shortcuts')} />}
      {panel === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </LatePart>
  );
}
