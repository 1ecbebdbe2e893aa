import { cn } from './class-names';

/** Keeps the place of what is being fetched. Size it like the thing. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-running rounded-md bg-line/70', className)} />;
}

/** Says to readers what the skeletons around it stand for. */
export function LoadingWords({ children }: { children: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  );
}
