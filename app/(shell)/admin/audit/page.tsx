import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuditPage } from '@/components/admin/audit/audit-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin');
  return { title: t('page', { name: t('tabs.audit') }) };
}

export default function Page() {
  return <AuditPage />;
}
