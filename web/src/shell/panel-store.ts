type Panel = 'palette' | 'shortcuts';

let panel: Panel | undefined;
const listeners = new Set<() => void>();

export const openedPanel = (): Panel | undefined => panel;

/** Opens the command palette or the list of shortcuts from anywhere; undefined closes it. */
export function openPanel(next: Panel | undefined): void {
  panel = next;
  for (const listener of listeners) listener();
}

export function watchPanel(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
