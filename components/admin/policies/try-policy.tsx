'use client';
import { FlaskConical } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useEnvironmentChoice } from '@/components/forms/use-environment-choice';
import { useMe } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { FoundSelect } from '@/components/ui/found-select';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraft } from '@/lib/client/draft';
import { type TrialRules, type TrialSubject, useTryPolicy } from '@/lib/client/policies';
import { TrialResults } from './trial-results';

const DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

type About = 'one' | 'all' | 'everywhere' | 'runs';

/** What rules would say, before anybody has to obey them: about one environment, all of them, or the runs of last month. */
export function TryPolicy({ rules }: { rules: TrialRules }) {
  const t = useTranslations('policies.try');
  const me = useMe();
  const { environments, search } = useEnvironmentChoice();
  const [about, setAbout] = useState<About>('all');
  const [chosen, setChosen] = useState<string | null>(null);
  const [isDraft, setIsDraft] = useState(false);
  const trial = useTryPolicy();
  const environmentId = chosen ?? environments[0]?.id ?? null;
  const draft = useDraftOf(about === 'one' ? environmentId : null);
  const subject = (): TrialSubject => {
    if (about === 'one' && environmentId !== null) {
      const session = isDraft && draft !== null ? { session_id: draft } : {};
      return { environment_id: environmentId, ...session, explain: true };
    }
    if (about === 'everywhere') return { scope: 'installation' };
    return about === 'runs' ? { from: new Date(Date.now() - DAYS * DAY_MS).toISOString() } : {};
  };
  return (
    <Card>
      <CardHeader title={t('title')} description={t('description')} />
      <CardBody className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <Field label={t('about')} control="parts" className="w-full sm:w-64">
            <Select
              value={about}
              onValueChange={(next) => setAbout(next as About)}
              options={[
                { value: 'all', label: t('all', { tenant: me.tenant.name }) },
                { value: 'one', label: t('one') },
                { value: 'runs', label: t('runs', { days: DAYS }) },
                ...(me.system_admin ? [{ value: 'everywhere', label: t('everywhere') }] : []),
              ]}
            />
          </Field>
          {about === 'one' && (
            <Field label={t('environment')} control="parts" className="w-full sm:w-64">
              <FoundSelect
                search={search}
                value={environmentId}
                onValueChange={setChosen}
                options={environments.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
          )}
          <Button
            pending={trial.isPending}
            disabledReason={about === 'one' && environmentId === null ? t('none') : null}
            onClick={() => trial.mutate({ rules, subject: subject() })}
          >
            <FlaskConical aria-hidden />
            {t('go')}
          </Button>
        </div>
        {about === 'one' && draft !== null && (
          <Checkbox checked={isDraft} onCheckedChange={setIsDraft} label={t('draft')} />
        )}
        {trial.isError && (
          <Notice tone="failed" title={t('failed')}>
            {sentenceOf(trial.error)}
          </Notice>
        )}
        {trial.data && !trial.isPending && trial.variables && (
          <TrialResults asked={trial.variables} first={trial.data} key={trial.submittedAt} />
        )}
      </CardBody>
    </Card>
  );
}

/** The draft with changes that one has of an environment. */
function useDraftOf(environmentId: string | null): string | null {
  const { mine } = useDraft(environmentId ?? '', environmentId !== null);
  return mine !== null && mine.changes > 0 ? mine.id : null;
}
