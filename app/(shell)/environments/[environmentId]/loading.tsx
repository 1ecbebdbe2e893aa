import { LoadingWords, Skeleton } from '@/components/ui/skeleton';

export default function Loading() {
  return (
    <>
      <LoadingWords>The page is being loaded</LoadingWords>
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-48 rounded-xl" />
    </>
  );
}
