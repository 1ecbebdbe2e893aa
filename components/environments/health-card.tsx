'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMe, useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { NumberInput } from '@/components/ui/number-input';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { useToast } from '@/components/ui/toast';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { useChangeHealth, useHealth } from '@/lib/client/health';
import { onSuccess } from '@/lib/client/on-success';
import type { HealthSettings, HealthView } from '@/lib/model/health/health-view';

/** Minutes between two checks that are offered. */
const INTERVALS = [15, 60, 360, 1440];

/** How the machines of an environment are looked after, and what is done by itself about those that do not work. */
export function HealthCard({ environmentId }: { environmentId: string }) {
  const t = useTranslations('environments.health');
  const health = useHealth(environmentId);
  return (
    <Card id="health" className="scroll-mt-4">
      <CardHeader title={t('title')} description={t('description')} />
      <CardBody>
        {health.error && (
          <Notice tone="failed" title={t('failed')}>
            {sentenceOf(health.error)}
          </Notice>
        )}
        {health.data && <HealthForm environmentId={environmentId} health={health.data} />}
      </CardBody>
    </Card>
  );
}

function HealthForm({ environmentId, health }: { environmentId: string; health: HealthView }) {
  const t = useTranslations('environments.health');
  const toast = useToast();
  const reason = useRoleReason();
  const { user } = useMe();
  const change = useChangeHealth(environmentId);
  const [edited, setEdited] = useState<Partial<HealthSettings['self_healing']> & { check_minutes?: number | null }>({});
  const { check_minutes: minutes = health.check_minutes, ...healingEdits } = edited;
  const healing = { ...health.self_healing, ...healingEdits };
  const isEdited = Object.keys(edited).length > 0;
  const problem = (path: string) =>
    isApiProblem(change.error) ? change.error.fields.find((field) => field.path.endsWith(path))?.sentence : null;
  const everyWords = (count: number) =>
    count % 60 === 0 ? t('hours', { count: count / 60 }) : t('minutes', { count });
  const offered = [...new Set([...INTERVALS, ...(minutes === null ? [] : [minutes])])].sort((a, b) => a - b);
  return (
    <div className="flex flex-col gap-5">
      {!health.is_probed ? (
        <Notice tone="attention">{t('notProbed')}</Notice>
      ) : (
        <p className="text-ink-muted">
          {health.probed_at === null
            ? t('never')
            : t.rich('looked', { time: () => <RelativeTime at={health.probed_at ?? ''} /> })}
        </p>
      )}
      {health.problem && (
        <Notice tone="attention" title={t('stopped')}>
          {health.problem.sentence}
        </Notice>
      )}
      <Checkbox
        checked={healing.enabled}
        disabled={reason !== null}
        onCheckedChange={(enabled) => setEdited({ ...edited, enabled })}
        label={t('healing')}
        help={t('healingHelp')}
      />
      {healing.enabled && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('most')} help={t('mostHelp')} disabled={reason !== null} error={problem('most_per_day')}>
            <NumberInput
              value={healing.most_per_day}
              min={1}
              max={20}
              onValueChange={(value) => setEdited({ ...edited, most_per_day: value ?? 0 })}
            />
          </Field>
          <Field label={t('coolDown')} disabled={reason !== null} error={problem('cool_down_minutes')}>
            <NumberInput
              value={healing.cool_down_minutes}
              min={1}
              max={1440}
              onValueChange={(value) => setEdited({ ...edited, cool_down_minutes: value ?? 0 })}
            />
          </Field>
        </div>
      )}
      <Field label={t('checks')} help={t('checksHelp')} control="parts" disabled={reason !== null}>
        <Select
          value={String(minutes ?? 0)}
          onValueChange={(value) => setEdited({ ...edited, check_minutes: Number(value) || null })}
          options={[
            { value: '0', label: t('none') },
            ...offered.map((count) => ({ value: String(count), label: everyWords(count) })),
          ]}
        />
      </Field>
      {change.error && <Notice tone="failed">{sentenceOf(change.error)}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          disabledReason={reason}
          disabled={!isEdited}
          pending={change.isPending}
          onClick={() =>
            onSuccess(change.mutateAsync({ check_minutes: minutes, self_healing: healing }), () => {
              setEdited({});
              toast.success(t('saved'));
            })
          }
        >
          {t('save')}
        </Button>
        {(isEdited || (health.user_name !== '' && health.user_name !== user.display_name)) && (
          <p className="text-[13px] text-ink-muted">
            {isEdited ? t('yours') : t('byWhom', { name: health.user_name })}
          </p>
        )}
      </div>
      <Repairs environmentId={environmentId} health={health} />
    </div>
  );
}

/** What began by itself in the last day. */
function Repairs({ environmentId, health: { repairs } }: { environmentId: string; health: HealthView }) {
  const t = useTranslations('environments.health');
  if (repairs.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium">{t('repairs')}</h3>
      <ul className="mt-1 flex flex-col gap-1 text-ink-muted">
        {repairs.map(({ unit_id: unitId, at, outcome, run_id: runId, sentence }) => (
          <li key={`${unitId} ${at} ${outcome}`}>
            <RelativeTime at={at} />: {t(outcome, { sentence: sentence ?? '' })}{' '}
            {runId && <Link href={`/environments/${environmentId}/deployments/${runId}`}>{t('see')}</Link>}
          </li>
        ))}
      </ul>
    </div>
  );
}
