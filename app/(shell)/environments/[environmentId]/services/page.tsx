import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ServicesPage } from '@/components/services/services-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('services'))('title') };
}

export default async function Page({ params }: PageProps<'/environments/[environmentId]/services'>) {
  const { environmentId } = await params;
  return <ServicesPage environmentId={environmentId} />;
}
