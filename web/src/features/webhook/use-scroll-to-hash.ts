import { useEffect } from 'react';

/** A link to a part of the screen comes before that part does: it is gone to once the screen is there. */
export function useScrollToHash(isThere: boolean): void {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (isThere && id) document.getElementById(id)?.scrollIntoView();
  }, [isThere]);
}
