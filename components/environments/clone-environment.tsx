'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CredentialsDialog } from '@/components/forms/credentials-dialog';
import { onSuccess } from '@/lib/client/on-success';
import { useCloneEnvironment } from '@/lib/client/templates';
import type { MadeEnvironment } from '@/lib/model/templates/views';
import type { EnvironmentView } from '@/lib/model/views';
import { CopyDialog } from './copy-dialog';

/** Makes another environment like this one, as a draft. Mounted while it is open. */
export function CloneEnvironment({ environment, onClose }: { environment: EnvironmentView; onClose: () => void }) {
  const t = useTranslations('templates.clone');
  const nameMissing = useTranslations('environments.name')('missing');
  const router = useRouter();
  const clone = useCloneEnvironment(environment);
  const [made, setMade] = useState<MadeEnvironment | null>(null);

  const go = (answer: MadeEnvironment) => {
    onClose();
    router.push(`/environments/${answer.environment.id}/review`);
  };
  if (made) {
    const { environment: copy, credentials } = made;
    return <CredentialsDialog name={copy.name} credentials={credentials} deployed={false} onDone={() => go(made)} />;
  }
  return (
    <CopyDialog
      words={{
        ...{ title: t('title', { name: environment.name }), lead: t('lead'), name: t('name'), nameMissing },
        ...{ passwords: t('passwords'), cancel: t('cancel'), submit: t('submit') },
      }}
      initialName={t('suggested', { name: environment.name })}
      secrets={[
        { value: 'generate', label: t('generate'), help: t('generateHelp') },
        { value: 'keep', label: t('keep'), help: t('keepHelp') },
      ]}
      pending={clone.isPending}
      error={clone.error}
      onSubmit={(input) =>
        onSuccess(clone.mutateAsync(input), (answer) => (answer.credentials.length > 0 ? setMade(answer) : go(answer)))
      }
      onClose={onClose}
    />
  );
}
