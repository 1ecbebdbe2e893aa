import type { Metadata } from 'next';
import { ReviewPage } from '@/components/session/review-page';

export const metadata: Metadata = { title: 'Review' };

export default async function Page({ params }: PageProps<'/environments/[environmentId]/review'>) {
  const { environmentId } = await params;
  return <ReviewPage environmentId={environmentId} />;
}
