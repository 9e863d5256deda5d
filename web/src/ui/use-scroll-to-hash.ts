import { useEffect } from 'react';

/** The target of a hash link may render later than the link is followed: this scrolls when the screen is ready. */
export function useScrollToHash(isThere: boolean): void {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (isThere && id) document.getElementById(id)?.scrollIntoView();
  }, [isThere]);
}
