import { folded } from '@tracker/schemas/primitives/text';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from '../ui/dialog.tsx';
import { useCommands } from './commands.tsx';

/** All words that are typed, in any order, with or without accents. */
const matches = (_id: string, typed: string, words: string[] = []): number => {
  const text = folded(words.join(' '));
  return folded(typed)
    .split(' ')
    .every((word) => text.includes(word))
    ? 1
    : 0;
};

/** Screens, campaigns and actions, found by typing (Ctrl+K). */
export default function CommandPalette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const groups = useCommands(onShortcuts);
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Ir para…">
      <Command label="Comandos" filter={matches} loop>
        <div className="relative">
          <Search
            size={16}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <Command.Input
            autoFocus
            placeholder="Tela, campanha ou ação"
            className="h-11 w-full rounded-lg border border-field bg-surface pr-3 pl-9 text-ink placeholder:text-muted"
          />
        </div>
        <Command.List label="Comandos" className="mt-3 max-h-[min(24rem,55dvh)] overflow-auto">
          <Command.Empty className="px-2.5 py-6 text-center text-muted">Nada encontrado.</Command.Empty>
          {groups.map(({ heading, commands }) => (
            <Command.Group
              key={heading}
              heading={heading}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
            >
              {commands.map(({ id, label, icon: Icon, keywords = [], run }) => (
                <Command.Item
                  key={id}
                  value={id}
                  keywords={[label, ...keywords]}
                  onSelect={() => {
                    onClose();
                    run();
                  }}
                  className="flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 text-soft-ink data-[selected=true]:bg-hover data-[selected=true]:text-ink"
                >
                  <Icon size={16} aria-hidden className="shrink-0" />
                  <span className="min-w-0 truncate">{label}</span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
