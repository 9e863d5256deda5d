import { useSyncExternalStore } from 'react';

/** Tailwind's `max-sm`. */
const PHONE = '(width < 40rem)';

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const isPhone = () => window.matchMedia(PHONE).matches;

/** Whether the window is as narrow as a phone, for what another class name cannot express. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isPhone);
