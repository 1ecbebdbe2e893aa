'use client';
import { Blocks } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { sentenceOf } from '@/lib/client/api-problem';
import { useOffer } from '@/lib/client/catalog';
import { SHELF_TEMPLATES, useTemplates } from '@/lib/client/templates';
import type { TemplateView } from '@/lib/model/templates/views';
import { TemplateTile } from './template-tile';

const UseTemplate = onDemand<ComponentProps<typeof import('./use-template').UseTemplate>>(
  async () => (await import('./use-template')).UseTemplate,
);

/** A row to scroll through on a phone, so that what runs is not far below; a grid where there is room. */
const ROW =
  'flex snap-x gap-3 overflow-x-auto max-sm:-mx-4 max-sm:scroll-px-4 max-sm:px-4 max-sm:pb-2 sm:grid sm:grid-cols-2 xl:grid-cols-4 max-sm:[&>li]:w-[82%] max-sm:[&>li]:shrink-0 max-sm:[&>li]:snap-start';

/** The templates on the home page, beside the way to build one's own. */
export function TemplateShelf({ create, actions }: { create: ReactNode; actions?: ReactNode }) {
  const t = useTranslations('templates');
  const templates = useTemplates(SHELF_TEMPLATES);
  const { data: offer } = useOffer();
  const [used, setUsed] = useState<TemplateView | null>(null);
  const all = templates.data?.pages[0]?.templates ?? [];
  return (
    <section id="templates" aria-labelledby="templates-title" className="flex scroll-mt-20 flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="templates-title" className="font-semibold text-[15px]">
            {t('shelf.title')}
          </h2>
          <p className="text-ink-muted">{t('shelf.lead')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          {actions}
          <Link href="/templates">{t('shelf.all')}</Link>
        </div>
      </div>
      {templates.isError && (
        <Notice
          tone="failed"
          title={t('shelf.error')}
          actions={<Button onClick={() => void templates.refetch()}>{t('shelf.retry')}</Button>}
        >
          {sentenceOf(templates.error)}
        </Notice>
      )}
      <ul className={ROW}>
        {all.slice(0, SHELF_TEMPLATES).map((template) => (
          <li key={template.id}>
            <TemplateTile template={template} quota={offer?.quota} level={3} onUse={() => setUsed(template)} />
          </li>
        ))}
        <li>
          <Card className="flex h-full flex-col gap-3 border-dashed bg-transparent p-4">
            <span
              aria-hidden
              className="grid size-10 place-items-center rounded-xl border border-line text-ink-muted [&_svg]:size-5"
            >
              <Blocks />
            </span>
            <div>
              <h3 className="font-semibold text-[15px] leading-5">{t('own.title')}</h3>
              <p className="mt-1 text-ink-muted">{t('own.text')}</p>
            </div>
            <div className="mt-auto flex [&>*]:flex-1">{create}</div>
          </Card>
        </li>
      </ul>
      {used && <UseTemplate template={used} onClose={() => setUsed(null)} />}
    </section>
  );
}
