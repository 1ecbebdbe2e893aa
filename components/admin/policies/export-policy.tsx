'use client';
import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useExportPolicy } from '@/lib/client/policies';
import { saveFile } from '@/lib/client/save-file';

/** Hands a policy out as a file, which other installations take and a repository keeps. */
export function ExportPolicy({ policyId }: { policyId: string }) {
  const t = useTranslations('policies.sheet');
  const toast = useToast();
  const file = useExportPolicy();
  return (
    <Button
      pending={file.isPending}
      onClick={() =>
        file
          .mutateAsync(policyId)
          .then((answer) => saveFile(answer.file_name, answer.file, 'application/yaml'))
          .catch((error: unknown) => toast.error(sentenceOf(error) ?? ''))
      }
    >
      <Download aria-hidden />
      {t('export')}
    </Button>
  );
}
