import { Boxes } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { CreateEnvironmentButton } from './create-environment';

const STEPS = [
  { title: 'create', text: 'createText' },
  { title: 'add', text: 'addText' },
  { title: 'deploy', text: 'deployText' },
] as const;

/** The tenant has no environment yet: what one is and the way to the first. */
export function FirstEnvironment({ create }: { create: ComponentProps<typeof CreateEnvironmentButton>['button'] }) {
  const t = useTranslations('environments.first');
  return (
    <EmptyState
      icon={<Boxes />}
      title={t('title')}
      actions={
        <>
          <LinkButton variant="primary" href="/templates">
            {t('template')}
          </LinkButton>
          <CreateEnvironmentButton button={create} variant="secondary" label={t('create')} />
        </>
      }
    >
      <p>{t('text')}</p>
      <ol className="mx-auto mt-5 grid max-w-3xl gap-3 text-left sm:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step.title} className="rounded-lg border border-line bg-surface p-3.5">
            <p className="font-medium text-ink">
              <span className="mr-1.5 text-accent-ink">{index + 1}.</span>
              {t(`steps.${step.title}`)}
            </p>
            <p className="mt-1 text-[13px]">{t(`steps.${step.text}`)}</p>
          </li>
        ))}
      </ol>
    </EmptyState>
  );
}
