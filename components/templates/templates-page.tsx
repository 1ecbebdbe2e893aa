'use client';
import { Bookmark } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { PageBody } from '@/components/shell/frame';
import { useMe } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { ShowMore } from '@/components/ui/show-more';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useOffer } from '@/lib/client/catalog';
import { useTemplates } from '@/lib/client/templates';
import type { TemplateView } from '@/lib/model/templates/views';
import { ImportEnvironment } from './import-environment';
import { TemplateMenu } from './template-menu';
import { TemplateTile } from './template-tile';

const UseTemplate = onDemand<ComponentProps<typeof import('./use-template').UseTemplate>>(
  async () => (await import('./use-template')).UseTemplate,
);

/** All templates: those that ship, and those that the tenant saved. */
export function TemplatesPage() {
  const t = useTranslations('templates');
  const { tenant } = useMe();
  const templates = useTemplates();
  const { data: offer } = useOffer();
  const [used, setUsed] = useState<TemplateView | null>(null);
  const all = templates.data?.pages.flatMap((page) => page.templates) ?? [];
  const of = (origin: TemplateView['origin']) => all.filter((one) => one.origin === origin);
  const tiles = (list: TemplateView[]) => (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {list.map((template) => (
        <li key={template.id}>
          <TemplateTile
            template={template}
            quota={offer?.quota}
            level={3}
            menu={<TemplateMenu template={template} />}
            foot={<SavedBy template={template} />}
            onUse={() => setUsed(template)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <PageBody>
      <PageHeader title={t('page.title')} description={t('page.lead')} actions={<ImportEnvironment />} />
      {templates.isError && (
        <Notice
          tone="failed"
          title={t('shelf.error')}
          actions={<Button onClick={() => void templates.refetch()}>{t('shelf.retry')}</Button>}
        >
          {sentenceOf(templates.error)}
        </Notice>
      )}
      {templates.isPending && (
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          <LoadingWords>{t('shelf.loading')}</LoadingWords>
          <Skeleton className="h-60 rounded-xl" />
          <Skeleton className="h-60 rounded-xl" />
          <Skeleton className="h-60 rounded-xl" />
        </div>
      )}
      {templates.isSuccess && (
        <>
          <Group title={t('page.shipped')}>
            {of('shipped').length > 0 ? (
              tiles(of('shipped'))
            ) : (
              <p className="text-ink-muted">{t('page.shippedNone')}</p>
            )}
          </Group>
          <Group title={t('page.own', { tenant: tenant.name })}>
            {of('tenant').length > 0 ? (
              tiles(of('tenant'))
            ) : (
              <EmptyState
                icon={<Bookmark />}
                title={t('page.ownNone')}
                actions={<LinkButton href="/environments">{t('page.showEnvironments')}</LinkButton>}
              >
                {t('page.ownNoneText')}
              </EmptyState>
            )}
            <ShowMore of={templates} />
          </Group>
        </>
      )}
      {used && <UseTemplate template={used} onClose={() => setUsed(null)} />}
    </PageBody>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="font-semibold text-[15px]">{title}</h2>
      {children}
    </section>
  );
}

function SavedBy({ template }: { template: TemplateView }) {
  const t = useTranslations('templates.tile');
  const { created, created_by: name } = template;
  if (!created) return null;
  return (
    <p className="text-[13px] text-ink-muted">
      {t.rich('savedBy', { name: name ?? '', when: () => <RelativeTime key="when" at={created} /> })}
    </p>
  );
}
