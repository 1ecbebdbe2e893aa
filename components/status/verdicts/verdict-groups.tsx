'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import type { PolicyCheck, PolicyVerdict } from '@/lib/model/policies/verdicts';
import { VerdictList } from './verdict-list';

/** What policies say of a draft, a form or a run: what stops, what they change, what is good to know. */
export function VerdictGroups({
  verdicts,
  changes = [],
  makers = [],
  words,
  actions,
  help,
  ask,
}: {
  verdicts: readonly PolicyVerdict[];
  /** what policies change of the draft, in words */
  changes?: readonly { service_id: string; sentence: string }[];
  /** who may make exceptions from what stops */
  makers?: PolicyCheck['exceptions_by'] | undefined;
  words: { stops: string; warns: string; changes: string };
  actions?: (verdict: PolicyVerdict) => ReactNode;
  /** what would be allowed instead of what stops */
  help?: ReactNode;
  /** asks one of those who may make exceptions */
  ask?: (maker: PolicyCheck['exceptions_by'][number]) => ReactNode;
}) {
  const t = useTranslations('policies.verdicts');
  const format = useFormatter();
  const once = withoutRepeats(verdicts);
  const stopping = once.filter(({ stops }) => stops);
  const changing = once.filter(({ stops, kind, not_enforced }) => !stops && kind === 'modification' && !not_enforced);
  const informing = once.filter((one) => !stopping.includes(one) && !changing.includes(one));
  const names = [...new Set(changing.map(({ policy }) => policy))].join(', ');
  return (
    <>
      {stopping.length > 0 && (
        <Notice tone="failed" title={words.stops}>
          <div className="mt-1.5">
            <VerdictList verdicts={stopping} actions={actions} />
          </div>
          {help}
          {makers.map((maker) => {
            const { policyId, policy, names } = maker;
            return (
              <div key={policyId}>
                <p className="mt-2 text-[13px]">
                  {t('ask', { policy, known: names.length, names: format.list(names, { type: 'disjunction' }) })}
                </p>
                {ask?.(maker)}
              </div>
            );
          })}
        </Notice>
      )}
      {changes.length > 0 && (
        <Notice tone="accent" title={words.changes}>
          <ul className="mt-1 flex flex-col gap-1">
            {changes.map(({ service_id, sentence }) => (
              <li key={service_id + sentence} className="break-words">
                {sentence}
              </li>
            ))}
          </ul>
          <p className="mt-1 text-[13px]">{t('policy', { name: names })}</p>
        </Notice>
      )}
      {changes.length === 0 && changing.length > 0 && (
        <Notice tone="accent" title={words.changes}>
          <div className="mt-1.5">
            <VerdictList verdicts={changing} />
          </div>
        </Notice>
      )}
      {informing.length > 0 && (
        <Notice tone="attention" title={words.warns}>
          <div className="mt-1.5">
            <VerdictList verdicts={informing} actions={actions} />
          </div>
        </Notice>
      )}
    </>
  );
}

/** What a rule says of several machines of one service in the same words is read once. */
function withoutRepeats(verdicts: readonly PolicyVerdict[]): PolicyVerdict[] {
  const keyOf = ({ policyId, kind, service_id, property, sentence }: PolicyVerdict) =>
    [policyId, kind, service_id, property, sentence].join('\n');
  return [...new Map(verdicts.map((verdict) => [keyOf(verdict), verdict])).values()];
}
