'use client';
import { useLocale, useTranslations } from 'next-intl';
import { QueryResult } from '@/components/status/query-result';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link';
import { usePolicyTemplates } from '@/lib/client/policies';
import { wordsIn } from './template-values';

/** The policies that an installation brings along: switched on with a form, no rules to be written. */
export function ReadyPolicies() {
  const t = useTranslations('policies.ready');
  const language = useLocale();
  const templates = usePolicyTemplates();
  return (
    <section aria-labelledby="ready-policies" className="flex flex-col gap-3">
      <div>
        <h3 id="ready-policies" className="font-semibold text-[15px]">
          {t('title')}
        </h3>
        <p className="mt-0.5 max-w-prose text-ink-muted">{t('description')}</p>
      </div>
      <QueryResult of={templates}>
        {(all) => (
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {all.map(({ name, title, summary }) => (
              <li key={name}>
                <Card className="flex h-full flex-col gap-3 p-4">
                  <div className="flex-1">
                    <h4 className="font-semibold">{wordsIn(title, language)}</h4>
                    <p className="mt-0.5 text-ink-muted">{wordsIn(summary, language)}</p>
                  </div>
                  <LinkButton
                    size="sm"
                    className="self-start"
                    aria-label={t('useOf', { title: wordsIn(title, language) })}
                    href={`/admin/policies/new?template=${name}`}
                  >
                    {t('use')}
                  </LinkButton>
                </Card>
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
    </section>
  );
}
