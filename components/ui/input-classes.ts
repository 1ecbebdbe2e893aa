/** The box of everything that is typed into or picked from. */
export const INPUT_BOX =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-ink transition-colors placeholder:text-ink-faint hover:border-ink-muted data-invalid:border-failed-solid data-disabled:cursor-not-allowed data-disabled:bg-sunken data-disabled:text-ink-muted';

/** Keeps the iPhone from zooming in (16 px) and a finger on target, where a finger is what points. */
export const INPUT_SIZE = 'h-9 px-3 pointer-coarse:h-11 pointer-coarse:text-base';

/** Where one part of a field has the focus, browsers do not call the field itself visibly focused. */
export const FOCUS_RING_OF_PARTS = 'focus-within:outline-2 focus-within:outline-offset-0 focus-within:outline-accent';

export const FOCUS_RING = 'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent';
