import type { Metadata } from 'next';
import { ServicePage } from '@/components/services/service-page';

export const metadata: Metadata = { title: 'Service' };

export default async function Page({ params }: PageProps<'/environments/[environmentId]/services/[serviceId]'>) {
  const { environmentId, serviceId } = await params;
  return <ServicePage environmentId={environmentId} serviceId={serviceId} />;
}
