'use client';
import { Eye, EyeOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { MaskedValue } from '@/components/ui/masked-value';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { type Credential, credentialsOf } from './credentials';
import { type Reveal, SHOWN_SECONDS, useReveal } from './use-reveal';

/** The passwords of a deployed service, each told on request, for a while, and noted. */
export function CredentialsCard({
  environmentId,
  service,
  type,
  titleOf,
}: {
  environmentId: string;
  /** as it is deployed */
  service: ServiceView;
  type: ServiceType;
  titleOf: (unitId: string) => string;
}) {
  const t = useTranslations('services.credentials');
  const reason = useRoleReason();
  const reveal = useReveal(environmentId, service.id);
  const credentials = credentialsOf(service, type);
  if (credentials.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('title')} description={t('description', { seconds: SHOWN_SECONDS })} />
      <ul className="mt-3 divide-y divide-line border-line border-t">
        {credentials.map((credential) => (
          <CredentialRow
            key={credential.path}
            credential={credential}
            of={credential.unitId === null ? null : titleOf(credential.unitId)}
            reveal={reveal}
            reason={reason === null ? null : t('closed')}
          />
        ))}
      </ul>
    </Card>
  );
}

function CredentialRow({
  credential: { path, label },
  of,
  reveal,
  reason,
}: {
  credential: Credential;
  /** the machine that it is for */
  of: string | null;
  reveal: Reveal;
  /** why it cannot be told */
  reason: string | null;
}) {
  const t = useTranslations('services.credentials');
  const name = of === null ? label : t('labelOf', { label, name: of });
  const shown = reveal.shown?.property === path ? reveal.shown : null;
  const problem = reveal.problem?.property === path ? reveal.problem.sentence : null;
  return (
    <li className="flex flex-col gap-1 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-[13px] text-ink-muted">{name}</p>
          <div className="flex min-h-8 items-center gap-1">
            {shown ? (
              <>
                <code data-secret className="min-w-0 select-all break-all font-mono text-[13px]">
                  {shown.value}
                </code>
                <CopyButton text={shown.value} label={t('copy', { name })} />
              </>
            ) : (
              <MaskedValue label={t('hidden')} />
            )}
          </div>
        </div>
        <div className="flex items-center gap-3">
          {shown && (
            <span className="text-[13px] text-ink-muted tabular-nums">
              {t('secondsLeft', { seconds: shown.secondsLeft })}
            </span>
          )}
          <Button
            size="sm"
            aria-label={shown ? t('hideOne', { name }) : t('showOne', { name })}
            disabledReason={reason}
            pending={reveal.pending === path}
            onClick={() => (shown ? reveal.hide() : reveal.show(path))}
          >
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            {shown ? t('hide') : t('show')}
          </Button>
        </div>
      </div>
      <p role="status" className="sr-only">
        {shown ? t('shownFor', { seconds: SHOWN_SECONDS }) : ''}
      </p>
      {problem && (
        <p role="alert" className="text-[13px] text-failed-text">
          {problem}
        </p>
      )}
    </li>
  );
}
