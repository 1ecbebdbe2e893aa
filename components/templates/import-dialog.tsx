'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CredentialsDialog } from '@/components/forms/credentials-dialog';
import { FileDrop } from '@/components/forms/file-drop';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useCheckImport } from '@/lib/client/templates';
import type { BlueprintCheck, MadeEnvironment } from '@/lib/model/templates/views';
import { ImportForm } from './import-form';
import { readFile } from './read-file';

/** From a file to a draft: the file is checked whole, then its secrets are settled. Mounted while it is open. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('templates.import');
  const router = useRouter();
  const check = useCheckImport();
  const [refused, setRefused] = useState<'notJson' | 'tooLarge' | null>(null);
  const [file, setFile] = useState<{ document: unknown; check: BlueprintCheck } | null>(null);
  const [made, setMade] = useState<MadeEnvironment | null>(null);

  const go = ({ environment }: MadeEnvironment) => {
    router.push(`/environments/${environment.id}/review`);
    onClose();
  };
  if (made) {
    const { environment, credentials } = made;
    return (
      <CredentialsDialog name={environment.name} credentials={credentials} deployed={false} onDone={() => go(made)} />
    );
  }
  if (file?.check.problems.every(({ code }) => code === 'over_quota')) {
    return (
      <ImportForm
        document={file.document}
        check={file.check}
        onAnother={() => setFile(null)}
        onClose={onClose}
        onMade={(answer) => (answer.credentials.length > 0 ? setMade(answer) : go(answer))}
      />
    );
  }

  async function take(chosen: File) {
    check.reset();
    setFile(null);
    const read = await readFile(chosen);
    setRefused('refused' in read ? read.refused : null);
    if ('refused' in read) return;
    onSuccess(check.mutateAsync(read.document), (answer) => setFile({ document: read.document, check: answer }));
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('lead')}>
      <div className="flex flex-col gap-4 pb-2">
        <FileDrop
          onFile={(chosen) => void take(chosen)}
          pending={check.isPending}
          accept=".json,application/json"
          words={{ drop: t('drop'), choose: t('choose'), pending: t('checking') }}
        />
        {refused && <Notice tone="failed">{t(refused)}</Notice>}
        {check.error && <Notice tone="failed">{sentenceOf(check.error)}</Notice>}
        {file && <FileProblems problems={file.check.problems} />}
      </div>
    </Dialog>
  );
}

/** Everything that is wrong in a file, each with its place in it. */
function FileProblems({ problems }: { problems: BlueprintCheck['problems'] }) {
  const t = useTranslations('templates.import');
  return (
    <Notice tone="failed" title={t('problems', { count: problems.length })}>
      <ul className="mt-1.5 flex max-h-64 flex-col gap-2 overflow-y-auto">
        {problems.map(({ path, code, sentence }) => (
          <li key={`${path} ${code}`}>
            {sentence}
            <code className="block break-all font-mono text-xs opacity-90">
              {t('at')} {path === '' ? t('wholeFile') : path}
            </code>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
