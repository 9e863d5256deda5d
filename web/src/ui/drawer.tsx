import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Overlay } from './dialog.tsx';
import { useFocusReturn } from './focus-return.ts';

interface DrawerProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Names the drawer for screen readers. */
  title: string;
  children: ReactNode;
}

export default function Drawer({ isOpen, onOpenChange, ...panel }: DrawerProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Overlay />
        <Panel {...panel} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function Panel({ title, children }: Pick<DrawerProps, 'title' | 'children'>) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Content
      {...focusReturn}
      aria-describedby={undefined}
      className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] animate-drawer flex-col border-line border-r bg-surface shadow-float"
    >
      <Radix.Title className="sr-only">{title}</Radix.Title>
      {children}
    </Radix.Content>
  );
}
