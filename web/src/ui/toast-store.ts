import { useSyncExternalStore } from 'react';

export interface ToastText {
  title: string;
  description?: string | undefined;
  look?: 'default' | 'destructive';
  /** What can be done about it, as a button; it closes the toast. */
  action?: { label: string; onSelect: () => void };
}
export interface ToastEntry extends ToastText {
  id: number;
  isOpen: boolean;
}

/** Specification §4: at most one toast is visible, and a dismissed one is removed from memory long after. */
const VISIBLE_MAX = 1;
const FORGET_AFTER_MS = 1_000_000;

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ToastEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

/** Shows a message; the one before it gives way. */
export function toast(text: ToastText): void {
  lastId += 1;
  change([{ ...text, id: lastId, isOpen: true }, ...entries].slice(0, VISIBLE_MAX));
}

export function dismissToast(id: number): void {
  change(entries.map((entry) => (entry.id === id ? { ...entry, isOpen: false } : entry)));
  setTimeout(() => change(entries.filter((entry) => entry.id !== id)), FORGET_AFTER_MS);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useToasts = (): readonly ToastEntry[] => useSyncExternalStore(subscribe, () => entries);
