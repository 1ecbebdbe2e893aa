import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HistoryPage } from '@/components/history/history-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('history'))('title') };
}

export default async function Page({ params }: PageProps<'/environments/[environmentId]/deployments'>) {
  const { environmentId } = await params;
  return <HistoryPage environmentId={environmentId} />;
}
