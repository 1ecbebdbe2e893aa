'use client';
import { useTranslations } from 'next-intl';
import { FileDrop } from '@/components/forms/file-drop';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useToast } from '@/components/ui/toast';
import { useImportPackage } from '@/lib/client/administration';
import { ApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';

/** From the archive of a package to the catalog. Mounted while it is open. */
export function ImportPackageDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('admin.packages.import');
  const toast = useToast();
  const importing = useImportPackage();
  const take = (archive: File) =>
    onSuccess(importing.mutateAsync(archive), ({ others = [], ...first }) => {
      for (const { name, version } of [first, ...others]) toast.success(t('done', { title: name, version }));
      onClose();
    });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('lead')}>
      <div className="flex flex-col gap-4 pb-2">
        <FileDrop
          onFile={take}
          pending={importing.isPending}
          accept=".zip,application/zip"
          words={{ drop: t('drop'), choose: t('choose'), pending: t('checking') }}
        />
        {importing.error && <Refusal error={importing.error} />}
      </div>
    </Dialog>
  );
}

/** Why a package was not taken: everything that is wrong with it, each with its file and line. */
function Refusal({ error }: { error: Error }) {
  const t = useTranslations('admin.packages.import');
  const fields = error instanceof ApiProblem ? error.fields : [];
  if (fields.length === 0) return <Notice tone="failed">{sentenceOf(error)}</Notice>;
  return (
    <Notice tone="failed" title={t('problems', { count: fields.length })}>
      <ul className="mt-1.5 flex max-h-64 flex-col gap-2 overflow-y-auto">
        {fields.map(({ path, code, sentence }) => (
          <li key={`${path} ${code} ${sentence}`}>
            {sentence}
            <code className="block break-all font-mono text-xs opacity-90">{path}</code>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
