import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ServicePage } from '@/components/services/service-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('services'))('serviceTitle') };
}

export default async function Page({ params }: PageProps<'/environments/[environmentId]/services/[serviceId]'>) {
  const { environmentId, serviceId } = await params;
  return <ServicePage environmentId={environmentId} serviceId={serviceId} />;
}
