'use client';
import { Server } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { summarise } from '@/components/forms/summary';
import { useOverQuota } from '@/components/forms/use-over-quota';
import { useValueWords } from '@/components/status/value-words';
import { Facts } from '@/components/ui/facts';
import { Notice } from '@/components/ui/notice';
import { useDraft } from '@/lib/client/draft';
import { useAdditionPolicies } from '@/lib/client/policies';
import { useServerWords } from '@/lib/client/server-words/use-server-words';
import type { JsonObject } from '@/lib/model/json';
import { memory } from '@/lib/model/memory';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { QuotaRow } from './quota-row';
import type { Wizard } from './use-wizard';

/** The last step: what will be created, in one look. */
export function ReviewStep({
  environmentId,
  wizard,
  type,
  offer,
  service,
  version,
}: {
  environmentId: string;
  wizard: Wizard;
  type: ServiceType;
  offer: Offer;
  /** what is filled in, as it will be added */
  service: JsonObject;
  /** digest of the version of its package, where one was chosen */
  version: string | null;
}) {
  const t = useTranslations('wizard');
  const inWords = useServerWords();
  const { mine } = useDraft(environmentId);
  const planned = useAdditionPolicies(environmentId, service, { sessionId: mine?.id ?? null, version }).data?.machines;
  const summary = summarise(wizard.service, type, offer, useValueWords(), t, planned ?? null);
  const overQuota = useOverQuota(wizard.service, type, offer);
  return (
    <div className="flex flex-col gap-6">
      {wizard.problems.length > 0 && (
        <Notice tone="failed" title={t('correction')}>
          <ul className="list-disc pl-4">
            {[...new Set(wizard.problems.map(({ sentence }) => inWords(sentence)))].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      {overQuota && <Notice tone="failed">{overQuota}</Notice>}
      <section aria-labelledby="review-machines">
        <h3 id="review-machines" className="font-semibold">
          {summary.machines ? t('machines', { count: summary.machines.length }) : t('machinesOfPackage')}
        </h3>
        <ul className="mt-3 grid gap-2 sm:grid-cols-2">
          {summary.machines?.map((machine, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: machines without a name have nothing else
            <li key={index} className="flex items-start gap-3 rounded-lg border border-line border-dashed p-3">
              <Server aria-hidden className="mt-0.5 size-4 shrink-0 text-draft-text" />
              <div className="min-w-0">
                <p className="break-all font-medium font-mono text-[13px]">{machine.host ?? t('generatedName')}</p>
                <p className="text-[13px] text-ink-muted">{machine.roles.join(', ') || type.title}</p>
              </div>
            </li>
          ))}
        </ul>
        {summary.size && (
          <p className="mt-3 text-ink-muted">
            {t('together', {
              vcpus: summary.size.vcpus,
              memory: memory(summary.size.memoryMb),
              disk: summary.size.diskGb,
            })}
          </p>
        )}
      </section>
      <section aria-labelledby="review-answers">
        <h3 id="review-answers" className="mb-3 font-semibold">
          {t('answers')}
        </h3>
        <Facts items={summary.answers} />
      </section>
      {summary.quota.length > 0 && (
        <section aria-labelledby="review-quota">
          <h3 id="review-quota" className="mb-3 font-semibold">
            {t('quota')}
          </h3>
          <div className="flex flex-col gap-3">
            {summary.quota.map((row) => (
              <QuotaRow key={row.label} {...row} />
            ))}
          </div>
        </section>
      )}
      <p className="text-ink-muted">{t('nothingYet')}</p>
    </div>
  );
}
