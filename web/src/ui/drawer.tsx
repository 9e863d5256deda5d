import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Overlay } from './dialog.tsx';

interface DrawerProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Names the drawer for screen readers. */
  title: string;
  children: ReactNode;
}

export const Drawer = ({ isOpen, onOpenChange, title, children }: DrawerProps) => (
  <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Overlay />
      <Radix.Content
        aria-describedby={undefined}
        className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] animate-drawer flex-col border-line border-r bg-surface shadow-float"
      >
        <Radix.Title className="sr-only">{title}</Radix.Title>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
