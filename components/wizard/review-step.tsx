'use client';
import { Server } from 'lucide-react';
import { memory } from '@/components/forms/property-choices';
import { Facts } from '@/components/ui/facts';
import { Notice } from '@/components/ui/notice';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { QuotaRow } from './quota-row';
import { summarise } from './summary';
import type { Wizard } from './use-wizard';

/** The last step: what will be created, in one look. */
export function ReviewStep({ wizard, type, offer }: { wizard: Wizard; type: ServiceType; offer: Offer }) {
  const summary = summarise(wizard.service, type, offer);
  const count = summary.machines.length;
  return (
    <div className="flex flex-col gap-6">
      {wizard.problems.length > 0 && (
        <Notice tone="failed" title="Something needs correction first">
          <ul className="list-disc pl-4">
            {[...new Set(wizard.problems.map(({ sentence }) => sentence))].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      <section aria-labelledby="review-machines">
        <h3 id="review-machines" className="font-semibold">
          {count === 1 ? 'One machine will be created' : `${count} machines will be created`}
        </h3>
        <ul className="mt-3 grid gap-2 sm:grid-cols-2">
          {summary.machines.map((machine, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: machines without a name have nothing else
            <li key={index} className="flex items-start gap-3 rounded-lg border border-line border-dashed p-3">
              <Server aria-hidden className="mt-0.5 size-4 shrink-0 text-draft-text" />
              <div className="min-w-0">
                <p className="break-all font-medium font-mono text-[13px]">{machine.host ?? 'a name made up for it'}</p>
                <p className="text-[13px] text-ink-muted">{machine.roles.join(', ') || type.title}</p>
              </div>
            </li>
          ))}
        </ul>
        {summary.size && (
          <p className="mt-3 text-ink-muted">
            Together {summary.size.vcpus} processors, {memory(summary.size.memoryMb)} memory, {summary.size.diskGb} GB
            disk.
          </p>
        )}
      </section>
      <section aria-labelledby="review-answers">
        <h3 id="review-answers" className="mb-3 font-semibold">
          Your answers
        </h3>
        <Facts items={summary.answers} />
      </section>
      {summary.quota.length > 0 && (
        <section aria-labelledby="review-quota">
          <h3 id="review-quota" className="mb-3 font-semibold">
            Your quota with these machines
          </h3>
          <div className="flex flex-col gap-3">
            {summary.quota.map((row) => (
              <QuotaRow key={row.label} {...row} />
            ))}
          </div>
        </section>
      )}
      <p className="text-ink-muted">
        Nothing is created yet. Your draft collects the changes; you look at all of them once more before you deploy.
      </p>
    </div>
  );
}
