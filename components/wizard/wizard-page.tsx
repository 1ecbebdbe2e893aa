'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useEditReason } from '@/components/shell/edit-reason';
import { useRoleReason } from '@/components/shell/me-context';
import { ServiceLogo } from '@/components/shell/service-logo';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { isOffered, useEnvironmentTypes, useOffer } from '@/lib/client/catalog';
import { useDraft } from '@/lib/client/draft';
import { useEnvironment } from '@/lib/client/environments';
import { useServices } from '@/lib/client/services';
import { useUrlState } from '@/lib/client/url-state';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { offerWithin } from '@/lib/model/offer-within';
import { offerAfter } from '@/lib/model/templates/needs';

const ServiceWizard = onDemand<ComponentProps<typeof import('./wizard').ServiceWizard>>(
  async () => (await import('./wizard')).ServiceWizard,
  <Skeleton className="h-96 w-full" />,
);

/** Loads what a wizard needs, and says plainly when it cannot be used now. */
export function WizardPage({ environmentId, typeName }: { environmentId: string; typeName: string }) {
  const t = useTranslations('wizard');
  const words = useTranslations('catalog');
  const hindrance = useEditReason(environmentId);
  const isReadOnly = useRoleReason() !== null;
  const base = `/environments/${environmentId}/services`;
  const environment = useEnvironment(environmentId);
  const offer = useOffer(true, environment.data?.region);
  const draft = useDraft(environmentId);
  const [params, setParams] = useUrlState();
  const version = digestIn(params.get('package'));
  const types = useEnvironmentTypes(environmentId, version);
  const services = useServices(environmentId, draft.mine?.id ?? null, !draft.loading);
  const type = types.data?.find((candidate) => candidate.type === typeName && isOffered(candidate));
  const failure = sentenceOf(types.error ?? offer.error ?? environment.error ?? services.error);
  const ready = types.data && offer.data && environment.data && services.data && !draft.loading;

  // What is being typed stays where it is, whatever happens around it: a failed look, a deployment of somebody else.
  const [opened, setOpened] = useState(false);
  const open = opened || Boolean(ready && type && hindrance === null);
  if (open && !opened) setOpened(true);

  if (failure && !opened)
    return (
      <Notice tone="failed" title={t('cannotOpen')}>
        {failure}
      </Notice>
    );
  if (!ready) return <Skeleton className="h-96 w-full" />;
  if (!type) {
    const unread = types.data?.find((candidate) => candidate.type === typeName && candidate.formUnread);
    return (
      <EmptyState
        title={words(unread ? 'unread' : 'unknown')}
        actions={<LinkButton href={`${base}/add`}>{words('seeAll')}</LinkButton>}
      >
        {unread ? words('unreadHint', { title: unread.title }) : words('unknownHint', { type: typeName })}
      </EmptyState>
    );
  }
  const { name, network, region } = environment.data;
  const own = { ...(network ? { network } : {}), ...(region === undefined ? {} : { region }) };
  const deployed = environment.data.services as JsonObject[];
  const remaining = offerAfter(offer.data, deployed, services.data as JsonObject[], types.data);
  const model: EnvironmentModel = { id: environmentId, name, services: services.data, ...own };
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Breadcrumbs
          items={[
            { label: words('services'), href: base },
            { label: words('add'), href: `${base}/add` },
            { label: type.title },
          ]}
        />
        <div className="flex items-center gap-3">
          <ServiceLogo type={type.type} className="size-10" />
          <div className="min-w-0">
            <h2 className="font-semibold text-lg leading-6">{t('add', { title: type.title })}</h2>
            <p className="text-ink-muted">{type.summary}</p>
          </div>
        </div>
      </div>
      {hindrance && (
        <Notice tone="attention" title={t(isReadOnly ? 'looksOnly' : 'cannotAdd')}>
          {hindrance}
        </Notice>
      )}
      {open && (
        // another version may ask for other things: its form begins anew, with what was answered before
        <ServiceWizard
          key={type.version}
          environmentId={environmentId}
          type={type}
          types={types.data}
          model={model}
          offer={offerWithin(remaining, own)}
          version={version}
          onVersion={(digest) => setParams({ package: digest })}
        />
      )}
    </div>
  );
}

/** The digest that an address names; null for anything else. */
function digestIn(text: string | null): string | null {
  return text !== null && /^[0-9a-f]{64}$/.test(text) ? text : null;
}
