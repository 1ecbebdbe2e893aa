'use client';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useChoosePackageVersion } from '@/lib/client/packages';
import { useCatalogWords } from '@/lib/client/server-words/use-catalog-words';
import type { EnvironmentExtension } from '@/lib/model/package-view';

/** What extends the packages of an environment, to be taken up and given up in one's draft. */
export function EnvironmentExtensions({
  environmentId,
  extensions,
  reason,
}: {
  environmentId: string;
  extensions: readonly EnvironmentExtension[];
  /** why nothing can be changed now; null when it can */
  reason: string | null;
}) {
  const t = useTranslations('environments.packages.extensions');
  const toast = useToast();
  const choose = useChoosePackageVersion(environmentId);
  const inWords = useCatalogWords();
  const change = ({ fully_qualified_name: name, name: title, version, taken_up: taken }: EnvironmentExtension) =>
    onSuccess(choose.mutateAsync({ name, digest: taken ? null : version }), () =>
      toast.success(t(taken ? 'givenUp' : 'takenUp', { title: inWords(title) })),
    );
  return (
    <section aria-labelledby="extensions" className="mt-6 flex flex-col gap-2">
      <h3 id="extensions" className="font-medium">
        {t('title')}
      </h3>
      <p className="text-ink-muted">{t('description')}</p>
      {choose.error && <Notice tone="failed">{sentenceOf(choose.error)}</Notice>}
      <ul className="divide-y divide-line">
        {extensions.map((one) => {
          const title = inWords(one.name);
          return (
            <li
              key={one.fully_qualified_name}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
            >
              <div className="min-w-0 flex-1 basis-64">
                <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <h4 className="break-words font-medium">{title}</h4>
                  {one.deployed && one.taken_up && <Badge tone="ready">{t('works')}</Badge>}
                  {one.deployed !== one.taken_up && (
                    <Badge tone="draft">{t(one.taken_up ? 'draftedIn' : 'draftedOut')}</Badge>
                  )}
                  {!one.enabled && <Badge>{t('off')}</Badge>}
                </div>
                <p className="mt-0.5 text-[13px] text-ink-muted">{inWords(one.description)}</p>
              </div>
              {(one.taken_up || one.enabled) && (
                <Button
                  size="sm"
                  disabledReason={reason}
                  pending={choose.isPending}
                  aria-label={t(one.taken_up ? 'giveUpOf' : 'takeUpOf', { title })}
                  onClick={() => change(one)}
                >
                  {t(one.taken_up ? 'giveUp' : 'takeUp')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
