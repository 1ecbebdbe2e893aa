import { useEffect } from 'react';

/**
 * Brings the part of a page into sight that the address names behind `#`: the browser looks for it once, and it may not
 * have come by then.
 *
 * @param isThere whether the parts of the page are there
 */
export function useHashTarget(isThere: boolean): void {
  useEffect(() => {
    if (isThere) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [isThere]);
}
