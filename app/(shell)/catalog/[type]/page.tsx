import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ServiceTypePage } from '@/components/catalog/service-type-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog');
  return { title: t('title') };
}

export default async function Page({ params }: { params: Promise<{ type: string }> }) {
  const { type } = await params;
  return <ServiceTypePage typeName={type} />;
}
