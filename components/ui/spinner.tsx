import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names';

/** Something is under way; the words beside it say what. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('size-4 animate-spin motion-reduce:animate-none', className)} />;
}
