'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Disclosure } from '@/components/ui/disclosure';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { ShowMore } from '@/components/ui/show-more';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useChangePolicy, usePolicyVersions } from '@/lib/client/policies';
import type { PolicyVersionView, PolicyView } from '@/lib/model/policies/policy-view';
import { VersionDifference } from './editor/version-difference';
import { typedParameters } from './parameter-values';

/** The versions of a policy, each with what it changed; an earlier one can be taken again. */
export function PolicyHistory({ policy }: { policy: PolicyView }) {
  const t = useTranslations('policies.history');
  const toast = useToast();
  const versions = usePolicyVersions(policy.id);
  const change = useChangePolicy();
  const [asked, setAsked] = useState<number | null>(null);
  const goBack = ({ version, text, parameters }: PolicyVersionView) => {
    setAsked(version);
    onSuccess(change.mutateAsync({ id: policy.id, version: policy.version, text, parameters }), () =>
      toast.success(t('restored', { version })),
    );
  };
  return (
    <Card>
      <CardHeader title={t('title')} description={t('description')} />
      <CardBody className="flex flex-col gap-3">
        {change.isError && <Notice tone="failed">{sentenceOf(change.error)}</Notice>}
        <QueryResult of={versions}>
          {({ pages }) => (
            <ol className="divide-y divide-line">
              {shownOf(pages, versions.hasNextPage).map(([one, before]) => (
                <li key={one.version} className="flex flex-col gap-2 py-3">
                  <div className="flex flex-wrap items-center gap-2">
                    <h3 className="font-medium">{t('version', { version: one.version })}</h3>
                    {one.version === policy.version && <Badge tone="ready">{t('current')}</Badge>}
                    <span className="text-[13px] text-ink-muted">
                      {one.changed_by} · <RelativeTime at={one.changed} />
                    </span>
                    {policy.may_change && one.version !== policy.version && (
                      <Button
                        size="sm"
                        className="ml-auto"
                        pending={change.isPending && asked === one.version}
                        onClick={() => goBack(one)}
                      >
                        {t('goBack', { version: one.version })}
                      </Button>
                    )}
                  </div>
                  <Disclosure summary={t(before === null ? 'text' : 'difference')}>
                    <Difference version={one} before={before} />
                  </Disclosure>
                </li>
              ))}
            </ol>
          )}
        </QueryResult>
        <ShowMore of={versions} />
      </CardBody>
    </Card>
  );
}

/** The versions that were read, each with the one before it; the oldest waits for its predecessor, where there is one. */
function shownOf(
  pages: readonly { versions: PolicyVersionView[] }[],
  goesOn: boolean,
): [PolicyVersionView, PolicyVersionView | null][] {
  const all = pages.flatMap((page) => page.versions);
  const shown = goesOn ? all.slice(0, -1) : all;
  return shown.map((one, at) => [one, all[at + 1] ?? null]);
}

function Difference({ version, before }: { version: PolicyVersionView; before: PolicyVersionView | null }) {
  const t = useTranslations('policies.history');
  const label = t('version', { version: version.version });
  return <VersionDifference label={label} before={before ? written(before) : ''} after={written(version)} />;
}

/** A version as one text: its values first, as rules find them. */
function written({ text, parameters }: Pick<PolicyVersionView, 'text' | 'parameters'>): string {
  const values = typedParameters(parameters).map(({ name, value }) => `// ${name} = ${value}\n`);
  return values.join('') + text;
}
