'use client';
import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import type { SessionDiff } from '@/lib/model/session-diff';

/** The diff as the API answers it, to read, to copy and to keep as a file. */
export function ChangesJson({ diff, fileName }: { diff: SessionDiff; fileName: string }) {
  const t = useTranslations('session.diff');
  const text = JSON.stringify(diff, null, 2);
  const save = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = fileName;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <CodeBlock text={text} label={t('jsonLabel')} className="w-full" />
      <Button size="sm" onClick={save}>
        <Download aria-hidden />
        {t('download')}
      </Button>
    </div>
  );
}
