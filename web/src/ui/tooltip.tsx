import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/**
 * Delays of specification §9. It and its tooltips belong into code that loads after the first screen: with the library that
 * places them they are a fifteenth of the JavaScript before the dashboard.
 */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
);

/** `children` is one focusable element; the tooltip only adds to what its own name says. */
export const Tooltip = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-w-72 animate-enter rounded-lg bg-ink px-2.5 py-1.5 text-page text-xs shadow-float"
      >
        {text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
