'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useToast } from '@/components/ui/toast';
import { onSuccess } from '@/lib/client/on-success';
import { useSaveTemplate } from '@/lib/client/templates';
import type { EnvironmentView } from '@/lib/model/views';
import { CopyDialog } from './copy-dialog';

/** Keeps an environment as a template of the tenant. Mounted while it is open. */
export function SaveAsTemplate({ environment, onClose }: { environment: EnvironmentView; onClose: () => void }) {
  const t = useTranslations('templates.save');
  const toast = useToast();
  const save = useSaveTemplate(environment);
  const [summary, setSummary] = useState('');
  return (
    <CopyDialog
      words={{
        ...{ title: t('title', { name: environment.name }), lead: t('lead'), name: t('name') },
        ...{ nameMissing: t('nameMissing'), passwords: t('passwords'), cancel: t('cancel'), submit: t('submit') },
      }}
      initialName={environment.name}
      secrets={[
        { value: 'generate', label: t('generate'), help: t('generateHelp') },
        { value: 'ask', label: t('ask'), help: t('askHelp') },
      ]}
      pending={save.isPending}
      error={save.error}
      onSubmit={(input) =>
        onSuccess(save.mutateAsync({ ...input, summary }), ({ name }) => {
          onClose();
          toast.success(t('saved', { name }), t('savedHint'));
        })
      }
      onClose={onClose}
    >
      <Field label={t('summary')} optional>
        <Input value={summary} onValueChange={setSummary} autoComplete="off" maxLength={200} />
      </Field>
    </CopyDialog>
  );
}
