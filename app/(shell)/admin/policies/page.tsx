import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PoliciesPage } from '@/components/admin/policies/policies-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin');
  return { title: t('page', { name: t('tabs.policies') }) };
}

export default function Page() {
  return <PoliciesPage />;
}
