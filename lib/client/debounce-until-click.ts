/**
 * Does something once nothing has called for it anew for a while, or at once when anything on the page is pressed: an
 * address that is written after a link was followed would take its reader back.
 *
 * @param act what to do
 * @param ms how long to wait, in milliseconds
 * @returns calls it off
 */
export function debounceUntilClick(act: () => void, ms: number): () => void {
  const callOff = () => {
    clearTimeout(timer);
    window.removeEventListener('click', now, true);
  };
  const now = () => {
    callOff();
    act();
  };
  const timer = setTimeout(now, ms);
  window.addEventListener('click', now, true);
  return callOff;
}
