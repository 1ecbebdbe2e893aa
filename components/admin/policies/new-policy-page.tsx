'use client';
import { useRouter, useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { type ComponentProps, useEffect } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';
import { useToast } from '@/components/ui/toast';
import { onSuccess } from '@/lib/client/on-success';
import { useCreateFromTemplate, useCreatePolicy, usePolicyTemplates } from '@/lib/client/policies';
import type { PolicyView } from '@/lib/model/policies/policy-view';

const waiting = <Skeleton className="h-96 w-full rounded-xl" />;
const loadForm = async () => (await import('./policy-form')).PolicyForm;
const PolicyForm = onDemand<ComponentProps<typeof import('./policy-form').PolicyForm>>(loadForm, waiting);
const loadTemplate = async () => (await import('./template-form')).TemplateForm;
const TemplateForm = onDemand<ComponentProps<typeof import('./template-form').TemplateForm>>(loadTemplate, waiting);

/** A policy that is written anew, or a ready one that is switched on. */
export function NewPolicyPage() {
  const t = useTranslations('policies');
  const router = useRouter();
  const toast = useToast();
  const create = useCreatePolicy();
  const ready = useSearchParams().get('template');
  usePreload(ready === null ? loadForm : loadTemplate);
  const made = ({ id, name }: PolicyView) => {
    toast.success(t('create.done', { name }));
    router.push(`/admin/policies/${id}`);
  };
  const title = t(ready === null ? 'create.title' : 'template.title');
  return (
    <section aria-labelledby="new-policy" className="flex flex-col gap-5">
      <Breadcrumbs items={[{ label: t('list.title'), href: '/admin/policies' }, { label: title }]} />
      <div>
        <h2 id="new-policy" className="font-semibold text-[17px]">
          {title}
        </h2>
        <p className="mt-0.5 max-w-prose text-ink-muted">
          {t(ready === null ? 'create.description' : 'template.description')}
        </p>
      </div>
      {ready === null ? (
        <PolicyForm
          policy={null}
          pending={create.isPending}
          error={create.error}
          onSave={(input) => onSuccess(create.mutateAsync(input), made)}
        />
      ) : (
        <FromTemplate name={ready} onMade={made} />
      )}
    </section>
  );
}

function FromTemplate({ name, onMade }: { name: string; onMade: (policy: PolicyView) => void }) {
  const router = useRouter();
  const language = useLocale();
  const templates = usePolicyTemplates();
  const create = useCreateFromTemplate();
  const isUnknown = templates.data?.every((one) => one.name !== name) ?? false;
  useEffect(() => {
    if (isUnknown) router.replace('/admin/policies');
  }, [isUnknown, router]);
  return (
    <QueryResult of={templates}>
      {(all) => {
        const template = all.find((one) => one.name === name);
        return (
          template && (
            <TemplateForm
              template={template}
              policy={null}
              pending={create.isPending}
              error={create.error}
              onSave={(input) =>
                onSuccess(
                  create.mutateAsync({ template: name, language: language === 'de' ? 'de' : 'en', ...input }),
                  onMade,
                )
              }
            />
          )
        );
      }}
    </QueryResult>
  );
}
