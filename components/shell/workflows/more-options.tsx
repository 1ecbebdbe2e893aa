'use client';
import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/checkbox';
import { Disclosure } from '@/components/ui/disclosure';
import { IGNORING_WORKFLOWS, type UnitWorkflow } from '@/lib/model/runs/unit-workflows';

/** What few want to choose about a workflow, folded; nothing for those that have no such choice. */
export function MoreOptions({
  workflow,
  ignoresFailure,
  onChange,
}: {
  workflow: UnitWorkflow;
  ignoresFailure: boolean;
  onChange: (ignoresFailure: boolean) => void;
}) {
  const t = useTranslations('workflows.more');
  if (!IGNORING_WORKFLOWS.includes(workflow)) return null;
  return (
    <Disclosure summary={t('open')}>
      <Checkbox
        checked={ignoresFailure}
        onCheckedChange={onChange}
        label={t('ignoreFailure')}
        help={t('ignoreFailureHelp')}
      />
    </Disclosure>
  );
}
