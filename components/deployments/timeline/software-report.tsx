'use client';
import { useTranslations } from 'next-intl';
import { CodeBlock } from '@/components/ui/code-block';
import type { Json } from '@/lib/model/json';
import type { SoftwareFacts } from './step-facts';

/** What a software component did on its machine: the action, the tool, how it ended, and what it gave. */
export function SoftwareReport({
  software: { action, tool, exitCode, outputs, stdout, stderr },
}: {
  software: SoftwareFacts;
}) {
  const t = useTranslations('deployments.stepDetails.software');
  const given = Object.entries(outputs).map(([name, value]) => `${name}: ${asText(value ?? null)}`);
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-[13px]">
        <dt className="text-ink-muted">{t('action')}</dt>
        <dd>{action}</dd>
        <dt className="text-ink-muted">{t('tool')}</dt>
        <dd>{tool}</dd>
        {exitCode !== null && (
          <>
            <dt className="text-ink-muted">{t('exitCode')}</dt>
            <dd>{exitCode}</dd>
          </>
        )}
      </dl>
      {given.length > 0 && <CodeBlock label={t('outputs')} text={given.join('\n')} />}
      {stdout !== '' && <CodeBlock label={t('stdout')} text={stdout} />}
      {stderr !== '' && <CodeBlock label={t('stderr')} text={stderr} />}
    </>
  );
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
