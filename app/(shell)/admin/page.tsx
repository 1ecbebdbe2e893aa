import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { OverviewPage } from '@/components/admin/overview/overview-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin');
  return { title: t('page', { name: t('tabs.overview') }) };
}

export default function Page() {
  return <OverviewPage />;
}
