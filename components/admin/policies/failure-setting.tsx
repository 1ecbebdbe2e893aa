'use client';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { RadioCards } from '@/components/ui/radio-cards';
import { sentenceOf } from '@/lib/client/api-problem';
import { useChangePolicySettings, usePolicySettings } from '@/lib/client/policies';

/** What becomes of a run when rules cannot be asked: of the whole installation, so its administrators say. */
export function FailureSetting() {
  const t = useTranslations('policies.failing');
  const { system_admin: administrates } = useMe();
  const settings = usePolicySettings().data;
  const change = useChangePolicySettings();
  if (!administrates || !settings) return null;
  return (
    <Card>
      <CardHeader level={3} title={t('title')} description={t('description')} />
      <CardBody className="flex flex-col gap-3">
        <RadioCards
          label={<span className="sr-only">{t('title')}</span>}
          value={change.isPending ? change.variables : settings.on_failure}
          onChange={(mode) => change.mutate(mode)}
          options={[
            { value: 'stop', label: t('stop'), help: t('stopHelp') },
            { value: 'warn', label: t('warn'), help: t('warnHelp') },
          ]}
        />
        {change.isError && <Notice tone="failed">{sentenceOf(change.error)}</Notice>}
      </CardBody>
    </Card>
  );
}
