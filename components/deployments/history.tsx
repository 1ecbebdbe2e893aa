'use client';
import { History as HistoryIcon } from 'lucide-react';
import { DeploymentStatusBadge } from '@/components/status/deployment-status';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { Table, TableBody, TableHead, Td, Th, Tr } from '@/components/ui/table';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDeployments } from '@/lib/client/deployments';
import type { DeploymentView } from '@/lib/model/views';
import { durationLabel } from './timeline/positioning';
import { useNow } from './use-now';

/** All deployments of an environment, newest first. */
export function DeploymentHistory({ environmentId }: { environmentId: string }) {
  const deployments = useDeployments(environmentId);
  const running = deployments.data?.some((one) => one.finished === null) ?? false;
  const now = useNow(running);
  if (deployments.isError) {
    return (
      <Notice tone="failed" title="The history cannot be shown">
        {sentenceOf(deployments.error)}
      </Notice>
    );
  }
  if (!deployments.data) {
    return (
      <>
        <LoadingWords>The history is being loaded</LoadingWords>
        <Skeleton className="h-44 w-full rounded-xl" />
      </>
    );
  }
  if (deployments.data.length === 0) {
    return (
      <EmptyState icon={<HistoryIcon />} title="Nothing has been deployed yet">
        Every deployment is kept here with its log: who started it, when, and how it ended.
      </EmptyState>
    );
  }
  return (
    <Table caption="Deployments, newest first">
      <TableHead>
        <Th>Deployment</Th>
        <Th>Status</Th>
        <Th className="hidden sm:table-cell">Started by</Th>
        <Th className="hidden text-right sm:table-cell">Took</Th>
      </TableHead>
      <TableBody>
        {deployments.data.map((one) => (
          <Tr key={one.id}>
            <Td>
              <Link href={`/environments/${environmentId}/deployments/${one.id}`}>
                {one.kind === 'delete' ? 'Deletion' : 'Deployment'} <RelativeTime at={one.created} />
              </Link>
              <p className="text-ink-muted text-xs sm:hidden">by {one.user_name}</p>
              {one.problem && (
                <p className="mt-0.5 max-w-prose break-words text-[13px] text-ink-muted">{one.problem.sentence}</p>
              )}
            </Td>
            <Td>
              <DeploymentStatusBadge status={one.state} state={one.outcome} />
            </Td>
            <Td className="hidden sm:table-cell">{one.user_name}</Td>
            <Td className="hidden text-right tabular-nums sm:table-cell">{tookLabel(one, now)}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function tookLabel(deployment: DeploymentView, now: number | null): string {
  if (deployment.started === null) return '';
  const end = deployment.finished === null ? now : Date.parse(deployment.finished);
  return end === null ? '' : durationLabel(end - Date.parse(deployment.started));
}
