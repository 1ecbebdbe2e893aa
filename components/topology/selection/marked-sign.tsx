import { Check } from 'lucide-react';

/** On a box that is selected with others. */
export function MarkedSign() {
  return (
    <span
      aria-hidden
      className="absolute -top-2 -right-2 grid size-5 place-items-center rounded-full bg-accent text-on-accent"
    >
      <Check strokeWidth={3} className="size-3.5" />
    </span>
  );
}
