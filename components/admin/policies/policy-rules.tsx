'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useToast } from '@/components/ui/toast';
import { onSuccess } from '@/lib/client/on-success';
import { useChangePolicy, usePolicyTemplates } from '@/lib/client/policies';
import type { PolicyView } from '@/lib/model/policies/policy-view';
import { PolicyForm, type PolicyFormInput } from './policy-form';
import { TemplateForm } from './template-form';
import { TryPolicy } from './try-policy';

/** The rules of a policy; of a ready one its values, and its rules for those who read them. */
export function PolicyRules({ policy }: { policy: PolicyView }) {
  const t = useTranslations('policies');
  const toast = useToast();
  const change = useChangePolicy();
  const [asText, setAsText] = useState(false);
  const templates = usePolicyTemplates();
  const template = templates.data?.find(({ name }) => name === policy.template) ?? null;
  const save = (input: Omit<PolicyFormInput, 'scope' | 'enabled' | 'mode' | 'text'> & { text?: string }) =>
    onSuccess(change.mutateAsync({ id: policy.id, version: policy.version, ...input }), ({ name }) =>
      toast.success(t('form.saved', { name })),
    );
  if (policy.template !== null && templates.isPending) return <Skeleton className="h-96 w-full rounded-xl" />;
  if (template === null || asText) {
    return (
      <PolicyForm
        policy={policy}
        pending={change.isPending}
        error={change.error}
        onSave={({ name, summary, text, parameters }) => save({ name, summary, text, parameters })}
      />
    );
  }
  return (
    <>
      <TemplateForm
        template={template}
        policy={policy}
        pending={change.isPending}
        error={change.error}
        onSave={({ name, summary, parameters }) => save({ name, summary, parameters })}
      />
      {policy.may_change && <TryPolicy rules={policy} />}
      <Button size="sm" className="self-start" onClick={() => setAsText(true)}>
        {t('template.showRules')}
      </Button>
    </>
  );
}
