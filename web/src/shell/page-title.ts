import { useEffect } from 'react';

export const PRODUCT_NAME = 'Traffic Tracker';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}
