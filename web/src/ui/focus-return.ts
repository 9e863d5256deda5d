import { useRef } from 'react';

/**
 * Returns the focus to the element that had it when a dialog opened. Radix does so only for a dialog with its own trigger; ours
 * are opened by state. An element that took the focus meanwhile, such as the content of another screen, keeps it.
 */
export function useFocusReturn() {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
