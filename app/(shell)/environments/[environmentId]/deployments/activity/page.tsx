import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ActivityPage } from '@/components/history/activity-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('history'))('activityTitle') };
}

export default async function Page({ params }: PageProps<'/environments/[environmentId]/deployments/activity'>) {
  const { environmentId } = await params;
  return <ActivityPage environmentId={environmentId} />;
}
