const KEY = 'vetro.singleKeys';

/** Whether shortcuts of single keys listen in this browser (WCAG 2.1.4: they can be switched off). */
export const singleKeyShortcuts = {
  on(): boolean {
    try {
      return window.localStorage.getItem(KEY) !== 'off';
    } catch {
      return true;
    }
  },
  set(on: boolean): void {
    try {
      window.localStorage.setItem(KEY, on ? 'on' : 'off');
    } catch {
      // A browser that keeps nothing asks again next time.
    }
  },
};
