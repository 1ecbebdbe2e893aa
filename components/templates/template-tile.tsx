'use client';
import { CircleCheck, Clock, Server, ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { useQuotaAdvice } from '@/components/shell/quota-advice';
import { ServiceLogo } from '@/components/shell/service-logo';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useDuration } from '@/components/ui/use-duration';
import type { Offer } from '@/lib/model/service-type';
import { shortageOf } from '@/lib/model/templates/needs';
import type { TemplateView } from '@/lib/model/templates/views';
import { useTemplateWords } from './template-words';

const MEGABYTES = 1024;

/** A template as a tile: what it makes, whether it fits, and the button that deploys it. */
export function TemplateTile({
  template,
  quota,
  level,
  menu,
  foot,
  onUse,
}: {
  template: TemplateView;
  /** absent until it is known */
  quota: Offer['quota'] | undefined;
  level: 2 | 3;
  menu?: ReactNode;
  foot?: ReactNode;
  onUse: () => void;
}) {
  const t = useTranslations('templates.tile');
  const format = useFormatter();
  const duration = useDuration();
  const { name, summary } = useTemplateWords()(template);
  const role = useRoleReason();
  const missing = template.missing_types.length > 0 ? t('missing', { types: template.missing_types.join(', ') }) : null;
  const shortage = useShortageWords(template, quota);
  const Heading = level === 2 ? 'h2' : 'h3';
  const { needs, services, losses, usual_seconds: seconds } = template;
  return (
    <Card className="flex h-full flex-col gap-3 p-4 transition-colors hover:border-accent-line">
      <div className="flex items-start justify-between gap-2">
        <Logos types={services.map(({ type }) => type)} />
        {menu}
      </div>
      <div>
        <Heading className="break-words font-semibold text-[15px] leading-5">{name}</Heading>
        {summary !== '' && <p className="mt-1 text-ink-muted">{summary}</p>}
      </div>
      <ul className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-ink-muted [&_svg]:size-3.5 [&_svg]:shrink-0">
        <Fact icon={<Server aria-hidden />}>{t('machines', { count: needs.machines })}</Fact>
        {seconds !== null && (
          <Fact icon={<Clock aria-hidden />}>{t('usually', { duration: duration(seconds * 1000) })}</Fact>
        )}
        {losses !== null && (
          <Fact icon={losses.length === 0 ? <ShieldCheck aria-hidden /> : <ShieldAlert aria-hidden />}>
            {losses.length === 0
              ? t('survives')
              : t('loses', {
                  hosts: format.list(
                    losses.map(({ host }) => host),
                    { type: 'disjunction' },
                  ),
                })}
          </Fact>
        )}
        <Fact
          icon={
            missing || shortage ? (
              <TriangleAlert aria-hidden className="text-attention-text" />
            ) : (
              <CircleCheck aria-hidden className="text-ready-text" />
            )
          }
        >
          {missing ?? shortage?.fact ?? t('fits')}
        </Fact>
      </ul>
      {foot}
      <div className="flex">
        <Button
          variant={shortage ? 'secondary' : 'primary'}
          className="flex-1"
          aria-label={t('deployName', { name })}
          disabledReason={role ?? missing ?? shortage?.hint ?? null}
          onClick={onUse}
        >
          {t('deploy')}
        </Button>
      </div>
    </Card>
  );
}

/** What of a quota a template exceeds, and what to do about it; null when it fits or nothing is known yet. */
function useShortageWords(
  { needs }: TemplateView,
  quota: Offer['quota'] | undefined,
): { fact: string; hint: string } | null {
  const t = useTranslations('templates.tile');
  const advice = useQuotaAdvice();
  if (!quota) return null;
  const { machines, vcpus, memory_mb: memoryMb } = needs;
  const shortage = shortageOf({ machines, vcpus, memoryMb }, quota);
  if (!shortage) return null;
  const shown = (amount: number) => (shortage.what === 'memoryMb' ? Math.round(amount / MEGABYTES) : amount);
  const amounts = { what: shortage.what, needed: shown(shortage.needed), left: shown(shortage.left) };
  return { fact: t('tooBig', amounts), hint: `${t('tooBigHint', amounts)} ${advice}` };
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      {icon}
      {children}
    </li>
  );
}

/** The pictures of the kinds of service in it. */
function Logos({ types }: { types: string[] }) {
  return (
    <div className="flex -space-x-1.5">
      {[...new Set(types)].map((type) => (
        <span key={type} className="rounded-[11px] bg-surface p-0.5">
          <ServiceLogo type={type} className="size-9" />
        </span>
      ))}
    </div>
  );
}
