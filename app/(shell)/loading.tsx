import { PageBody } from '@/components/shell/frame';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';

export default function Loading() {
  return (
    <PageBody>
      <LoadingWords>The page is being loaded</LoadingWords>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-40 rounded-xl" />
    </PageBody>
  );
}
