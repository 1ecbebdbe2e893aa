'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Disclosure } from '@/components/ui/disclosure';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { sentenceOf } from '@/lib/client/api-problem';
import { type Trial, useExplainPolicy, useTryPolicy } from '@/lib/client/policies';
import type { PolicyTrial } from '@/lib/model/policies/policy-view';
import { Explanation } from './explanation';

type EnvironmentTrial = PolicyTrial['environments'][number];
const TONES = { pass: 'ready', warn: 'attention', stop: 'failed' } as const;

/** What rules would have said: of how many, and of each what and why. */
export function TrialResults({ asked, first }: { asked: Trial; first: PolicyTrial }) {
  const t = useTranslations('policies.try');
  const [pages, setPages] = useState<readonly PolicyTrial[]>([first]);
  const further = useTryPolicy();
  const all = pages.flatMap(({ environments }) => environments);
  const next = pages.at(-1)?.next ?? null;
  const of = (outcome: EnvironmentTrial['outcome']) => all.filter((one) => one.outcome === outcome).length;
  const said = all.filter(({ outcome }) => outcome !== 'pass');
  const single = asked.subject.environment_id !== undefined;
  const more = () => {
    if (next === null) return;
    further.mutate(
      { ...asked, subject: { ...asked.subject, after: next } },
      { onSuccess: (page) => setPages((known) => [...known, page]) },
    );
  };
  return (
    <section aria-label={t('results')} className="flex flex-col gap-3">
      <p role="status" className="font-medium">
        {all.length === 0
          ? t('nothing')
          : t('counts', { asked: all.length, total: first.total, stop: of('stop'), warn: of('warn') })}
      </p>
      {said.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {said.map((one) => (
            <TriedItem key={`${one.id}.${one.run?.id}`} tried={one} />
          ))}
        </ul>
      )}
      {single && said.length === 0 && all.length > 0 && <WhyNot asked={asked} />}
      {next !== null && (
        <Button className="self-start" pending={further.isPending} onClick={more}>
          {t('more', { rest: first.total - all.length })}
        </Button>
      )}
      {further.isError && <Notice tone="failed">{sentenceOf(further.error)}</Notice>}
    </section>
  );
}

function TriedItem({ tried }: { tried: EnvironmentTrial }) {
  const t = useTranslations('policies.try');
  const { id, name, tenant_name, run, outcome, verdicts } = tried;
  return (
    <li className="flex flex-col gap-2 px-3.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</Badge>
        <Link href={run ? `/environments/${id}/deployments/${run.id}` : `/environments/${id}`}>{name}</Link>
        <span className="text-[13px] text-ink-muted">
          {tenant_name}
          {run && (
            <>
              {' · '}
              {run.user_name} · <RelativeTime at={run.at} />
            </>
          )}
        </span>
      </div>
      <ul className="flex flex-col gap-1.5">
        {verdicts.map(({ sentence, kind, object_id, why }) => (
          <li key={`${kind}.${object_id}.${sentence}`}>
            <p className="break-words">{sentence}</p>
            {why && why.length > 0 && (
              <Disclosure summary={t('why')}>
                <Explanation steps={why} />
              </Disclosure>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Why rules say nothing of an environment: what is missing for each that could. */
function WhyNot({ asked: { rules, subject } }: { asked: Trial }) {
  const t = useTranslations('policies.try');
  const explain = useExplainPolicy();
  const { environment_id: environmentId = '', session_id } = subject;
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="sm"
        className="self-start"
        pending={explain.isPending}
        onClick={() =>
          explain.mutate({
            ...{ text: rules.text, parameters: rules.parameters, environment_id: environmentId },
            ...(session_id === undefined ? {} : { session_id }),
            atom: 'predeploy_errors(environment, object, message)',
          })
        }
      >
        {t('explanation')}
      </Button>
      {explain.isError && <Notice tone="failed">{sentenceOf(explain.error)}</Notice>}
      {explain.data?.answers.map((steps, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers have no names
        <Explanation key={at} steps={steps} />
      ))}
    </div>
  );
}
