import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PackagePage } from '@/components/catalog/package/package-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog.details');
  return { title: t('title') };
}

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  return <PackagePage name={name} />;
}
