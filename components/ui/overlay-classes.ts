/** What lies between the page and a dialog or drawer. */
export const SCRIM =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

/** A panel that floats beside what opened it. */
export const POPUP =
  'origin-(--transform-origin) rounded-lg border border-line bg-overlay text-ink shadow-lift outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0';
