'use client';
import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { saveFile } from '@/lib/client/save-file';
import { isObject, type Json } from '@/lib/model/json';
import type { RunView } from '@/lib/model/runs/run-view';

/** What an operation returned, by machine; null for nothing. */
function outputsIn(result: RunView['result']): RunView['result'] {
  const outputs = isObject(result) && isObject(result.outputs) ? result.outputs : {};
  return Object.keys(outputs).length > 0 ? outputs : null;
}

/** What an action was given, and what it answered. */
export function ActionResult({ view }: { view: RunView }) {
  const t = useTranslations('deployments.action');
  const { action, kind, outcome, changes_model, version } = view;
  const result = kind === 'execute_operation' ? outputsIn(view.result) : view.result;
  const given = Object.entries(action?.arguments ?? {});
  return (
    <Card>
      <CardHeader title={t('title')} />
      <CardBody className="flex flex-col gap-4">
        {given.length > 0 && (
          <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
            {given.map(([name, value]) => (
              <div key={name} className="min-w-0">
                <dt className="text-[13px] text-ink-muted">{name}</dt>
                <dd className="break-words">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        )}
        {outcome === 'success' && result === null && <p>{t('nothing')}</p>}
        {result !== null && <Answer result={result} name={action?.title ?? t('answer')} />}
        <p className="text-ink-muted">
          {changes_model && version !== null
            ? t(outcome === 'success' ? 'changed' : 'changedBefore', { version })
            : t('unchanged')}
        </p>
      </CardBody>
    </Card>
  );
}

/** What was answered, to read and to keep: a file as it is, anything else as a text. */
function Answer({ result, name }: { result: Json; name: string }) {
  const t = useTranslations('deployments.action');
  const file = fileIn(result);
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
  const save = () => {
    if (file) saveFile(file.name ?? name, new Blob([file.bytes]), 'text/plain');
    else if (typeof result === 'string') saveFile(`${name}.txt`, text, 'text/plain');
    else saveFile(`${name}.json`, text, 'application/json');
  };
  return (
    <div className="flex flex-col items-start gap-3">
      {file ? (
        <p>{t('file', { name: file.name ?? name })}</p>
      ) : (
        <CodeBlock label={t('answer')} text={text} className="w-full" />
      )}
      <Button size="sm" onClick={save}>
        <Download aria-hidden />
        {t('download')}
      </Button>
    </div>
  );
}

/** An `io.murano.File`: its bytes in base64, perhaps with a name. */
function fileIn(result: Json): { bytes: Uint8Array<ArrayBuffer>; name: string | null } | null {
  if (!isObject(result) || typeof result.base64Content !== 'string') return null;
  try {
    const bytes = Uint8Array.from(atob(result.base64Content), (one) => one.charCodeAt(0));
    return { bytes, name: typeof result.filename === 'string' && result.filename !== '' ? result.filename : null };
  } catch {
    // No base64 after all: it is shown as it is.
    return null;
  }
}
