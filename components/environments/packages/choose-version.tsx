'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { RadioCards } from '@/components/ui/radio-cards';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useChoosePackageVersion } from '@/lib/client/packages';
import type { EnvironmentPackage } from '@/lib/model/package-view';

/** Puts another version of a package into one's draft, and says what that means. */
export function ChooseVersion({
  environmentId,
  pack,
  onClose,
}: {
  environmentId: string;
  pack: EnvironmentPackage;
  onClose: () => void;
}) {
  const t = useTranslations('environments.packages');
  const format = useFormatter();
  const toast = useToast();
  const choose = useChoosePackageVersion(environmentId);
  const { name, fully_qualified_name: fullName, versions, digest: held, deployed_version: deployed, services } = pack;
  const [digest, setDigest] = useState(
    () => (versions.find((one) => one.digest !== held) ?? versions[0])?.digest ?? held,
  );
  const place = (wanted: string) => versions.findIndex((one) => one.digest === wanted);
  const version = versions[place(digest)]?.version ?? '';

  function helpOf(one: EnvironmentPackage['versions'][number]): string {
    if (one.digest === held) return t(deployed === pack.version ? 'choose.inUse' : 'choose.drafted');
    const since = t('choose.since', { date: format.dateTime(new Date(one.created), { dateStyle: 'medium' }) });
    return one === versions[0] ? `${t('choose.newest')} · ${since}` : since;
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('changeOf', { title: name })}
      footer={
        <>
          <Button onClick={onClose}>{t('choose.cancel')}</Button>
          <Button
            variant="primary"
            pending={choose.isPending}
            disabled={digest === held}
            onClick={() =>
              onSuccess(choose.mutateAsync({ name: fullName, digest }), () => {
                toast.success(t('choose.done', { title: name, version }));
                onClose();
              })
            }
          >
            {t('choose.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-1">
        <RadioCards
          label={t('choose.which')}
          value={digest}
          onChange={setDigest}
          options={versions.map((one) => ({
            value: one.digest,
            label: t('version', { version: one.version }),
            help: helpOf(one),
          }))}
        />
        {place(digest) > place(held) && <Notice tone="attention">{t('choose.older')}</Notice>}
        <div>
          <h3 className="font-medium">{t('choose.willChange')}</h3>
          <p className="text-ink-muted">
            {t('choose.changes', { count: services.length, names: format.list(services) })}
          </p>
        </div>
        <div>
          <h3 className="font-medium">{t('choose.stays')}</h3>
          <p className="text-ink-muted">{t('choose.staysText')}</p>
        </div>
        {choose.error && <Notice tone="failed">{sentenceOf(choose.error)}</Notice>}
      </div>
    </Dialog>
  );
}
