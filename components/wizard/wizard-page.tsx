'use client';
import { useRoleReason } from '@/components/shell/me-context';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useOffer, useServiceTypes } from '@/lib/client/catalog';
import { useDraft } from '@/lib/client/draft';
import { useEnvironment } from '@/lib/client/environments';
import { useServices } from '@/lib/client/services';
import type { EnvironmentModel } from '@/lib/model/environment';
import { ServiceWizard } from './wizard';

/** Loads what a wizard needs, and says plainly when it cannot be used now. */
export function WizardPage({ environmentId, typeName }: { environmentId: string; typeName: string }) {
  const roleReason = useRoleReason();
  const types = useServiceTypes();
  const offer = useOffer();
  const environment = useEnvironment(environmentId);
  const draft = useDraft(environmentId);
  const services = useServices(environmentId, draft.mine?.id ?? null, !draft.loading);
  const type = types.data?.find((candidate) => candidate.type === typeName);
  const failure = sentenceOf(types.error ?? offer.error ?? environment.error ?? services.error);
  const ready = types.data && offer.data && environment.data && services.data && !draft.loading;

  if (failure)
    return (
      <Notice tone="failed" title="The wizard cannot be opened">
        {failure}
      </Notice>
    );
  if (!ready) return <Skeleton className="h-96 w-full" />;
  if (!type) {
    return (
      <EmptyState
        title="There is no such service"
        actions={<LinkButton href={`/environments/${environmentId}/services/add`}>See what there is</LinkButton>}
      >
        The catalog of this tenant has no “{typeName}”.
      </EmptyState>
    );
  }
  const hindrance = hindranceOf(roleReason, environment.data.status);
  const model: EnvironmentModel = { id: environmentId, name: environment.data.name, services: services.data };
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <PageHeader
        breadcrumbs={
          <Breadcrumbs
            items={[
              { label: environment.data.name, href: `/environments/${environmentId}` },
              { label: 'Add a service', href: `/environments/${environmentId}/services/add` },
              { label: type.title },
            ]}
          />
        }
        title={`Add ${type.title}`}
        description={type.summary}
      />
      {hindrance ? (
        <Notice tone="attention" title={hindrance.title}>
          {hindrance.sentence}
        </Notice>
      ) : (
        <ServiceWizard environmentId={environmentId} type={type} types={types.data} model={model} offer={offer.data} />
      )}
    </div>
  );
}

function hindranceOf(roleReason: string | null, status: string): { title: string; sentence: string } | null {
  if (roleReason) return { title: 'You cannot add services here', sentence: roleReason };
  if (status === 'deploying') {
    return {
      title: 'This environment is being deployed',
      sentence: 'Wait until the deployment has ended; then you can add services again.',
    };
  }
  if (status === 'deleting')
    return { title: 'This environment is being deleted', sentence: 'Nothing can be added to it.' };
  return null;
}
