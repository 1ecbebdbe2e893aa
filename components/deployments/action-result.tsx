'use client';
import { useTranslations } from 'next-intl';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { isObject } from '@/lib/model/json';
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
        {result !== null && (
          <CodeBlock label={t('answer')} text={typeof result === 'string' ? result : JSON.stringify(result, null, 2)} />
        )}
        <p className="text-ink-muted">
          {changes_model && version !== null
            ? t(outcome === 'success' ? 'changed' : 'changedBefore', { version })
            : t('unchanged')}
        </p>
      </CardBody>
    </Card>
  );
}
