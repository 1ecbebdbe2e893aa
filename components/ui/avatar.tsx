import { cn } from './class-names';

/** A person by the initials of their name, the same wherever they are shown. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-7 shrink-0 place-items-center rounded-full border border-accent-line bg-accent-soft font-semibold text-[11px] text-accent-ink',
        className,
      )}
    >
      {initials}
    </span>
  );
}
