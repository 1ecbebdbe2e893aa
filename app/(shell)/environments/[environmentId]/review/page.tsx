import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ReviewPage } from '@/components/session/review-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('wizard');
  return { title: t('review') };
}

export default async function Page({ params }: PageProps<'/environments/[environmentId]/review'>) {
  const { environmentId } = await params;
  return <ReviewPage environmentId={environmentId} />;
}
