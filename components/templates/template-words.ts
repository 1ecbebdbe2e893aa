'use client';
import { useTranslations } from 'next-intl';
import type { TemplateView } from '@/lib/model/templates/views';

const SHIPPED = ['small-office-domain', 'three-tier-web-farm', 'highly-available-sql'] as const;

/** Name and summary of a template: those that ship are known in every language, the others say what they say. */
export function useTemplateWords(): (template: TemplateView) => { name: string; summary: string } {
  const t = useTranslations('templates.shipped');
  return (template) => {
    const key = SHIPPED.find((known) => template.origin === 'shipped' && known === template.id);
    return key ? { name: t(`${key}.name`), summary: t(`${key}.summary`) } : template;
  };
}
