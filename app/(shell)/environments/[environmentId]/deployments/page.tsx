import type { Metadata } from 'next';
import { DeploymentHistory } from '@/components/deployments/history';

export const metadata: Metadata = { title: 'Deployments' };

export default async function DeploymentsPage({ params }: PageProps<'/environments/[environmentId]/deployments'>) {
  const { environmentId } = await params;
  return <DeploymentHistory environmentId={environmentId} />;
}
