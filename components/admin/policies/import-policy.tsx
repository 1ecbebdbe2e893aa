'use client';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { FileDrop } from '@/components/forms/file-drop';
import { useMe } from '@/components/shell/me-context';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useToast } from '@/components/ui/toast';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useImportPolicy } from '@/lib/client/policies';
import { PolicyScope } from './policy-reach';

/** Takes a policy from a file. Mounted while it is open. */
export function ImportPolicy({ onClose }: { onClose: () => void }) {
  const t = useTranslations('policies.import');
  const router = useRouter();
  const toast = useToast();
  const { system_admin: administrates } = useMe();
  const language = useLocale() === 'de' ? 'de' : 'en';
  const take = useImportPolicy();
  const [scope, setScope] = useState<'installation' | 'tenant'>('tenant');
  const read = async (chosen: File) => {
    const file = await chosen.text();
    onSuccess(take.mutateAsync({ file, scope, language }), ({ id, name }) => {
      toast.success(t('done', { name }));
      router.push(`/admin/policies/${id}`);
    });
  };
  const fields = isApiProblem(take.error) ? take.error.fields : [];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('lead')}>
      <div className="flex flex-col gap-4">
        {administrates && <PolicyScope value={scope} onChange={setScope} />}
        <FileDrop
          accept=".yaml,.yml"
          pending={take.isPending}
          words={{ drop: t('drop'), choose: t('choose'), pending: t('pending') }}
          onFile={(file) => void read(file)}
        />
        {take.isError && (
          <Notice tone="failed">
            {fields.length === 0 ? (
              sentenceOf(take.error)
            ) : (
              <ul className="list-disc pl-4">
                {fields.map(({ path, sentence }) => (
                  <li key={`${path} ${sentence}`}>
                    {path !== 'file' && <code className="font-mono">{path}</code>} {sentence}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
