import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ComparePage } from '@/components/history/compare-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('history'))('compareTitle') };
}

export default async function Page({ params }: PageProps<'/environments/[environmentId]/deployments/compare'>) {
  const { environmentId } = await params;
  return <ComparePage environmentId={environmentId} />;
}
