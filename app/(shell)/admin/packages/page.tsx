import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PackagesPage } from '@/components/admin/packages/packages-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin');
  return { title: t('page', { name: t('tabs.packages') }) };
}

export default function Page() {
  return <PackagesPage />;
}
