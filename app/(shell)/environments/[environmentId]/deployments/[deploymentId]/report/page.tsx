import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ReportPage } from '@/components/deployments/report/report-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('deployments.report');
  return { title: t('title') };
}

export default async function DeploymentReportPage({
  params,
}: PageProps<'/environments/[environmentId]/deployments/[deploymentId]/report'>) {
  const { environmentId, deploymentId } = await params;
  return <ReportPage key={deploymentId} environmentId={environmentId} runId={deploymentId} />;
}
