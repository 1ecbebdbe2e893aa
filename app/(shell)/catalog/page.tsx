import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CatalogPage } from '@/components/catalog/catalog-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog');
  return { title: t('title') };
}

export default function Page() {
  return <CatalogPage />;
}
