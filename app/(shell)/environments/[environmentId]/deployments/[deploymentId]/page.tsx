import type { Metadata } from 'next';
import { RunPage } from '@/components/deployments/run-page';
import { RunTopology } from '@/components/topology/run-topology';

export const metadata: Metadata = { title: 'Deployment' };

export default async function DeploymentPage({
  params,
}: PageProps<'/environments/[environmentId]/deployments/[deploymentId]'>) {
  const { environmentId, deploymentId } = await params;
  return (
    <RunPage key={deploymentId} environmentId={environmentId} deploymentId={deploymentId} topology={<RunTopology />} />
  );
}
