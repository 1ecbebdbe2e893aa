import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { RunPage } from '@/components/deployments/run-page';
import { RunTopology } from '@/components/topology/run-topology';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('deployments.page');
  return { title: t('title') };
}

export default async function DeploymentPage({
  params,
}: PageProps<'/environments/[environmentId]/deployments/[deploymentId]'>) {
  const { environmentId, deploymentId } = await params;
  return <RunPage key={deploymentId} environmentId={environmentId} runId={deploymentId} topology={<RunTopology />} />;
}
