import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { TenantsPage } from '@/components/admin/tenants/tenants-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin');
  return { title: t('page', { name: t('tabs.tenants') }) };
}

export default function Page() {
  return <TenantsPage />;
}
