import { useTranslations } from 'next-intl';
import { useCatalogWords } from '@/lib/client/server-words/use-catalog-words';
import { withParameters } from '@/lib/model/templates/losses';
import type { TemplateView } from '@/lib/model/templates/views';

/** Whether what is made of a template survives the loss of any one machine, and why not; nothing where that is unknown. */
export function TemplateSurvival({
  losses,
  parameters,
}: {
  losses: TemplateView['losses'];
  /** values of its parameters, by their names */
  parameters: Readonly<Record<string, string>>;
}) {
  const t = useTranslations('templates.use');
  const inWords = useCatalogWords();
  if (losses === null) return null;
  if (losses.length === 0) return <p>{t('survives')}</p>;
  return (
    <>
      {losses.map(({ host, sentence }, at) => (
        <p key={host} className="break-words">
          {t(at === 0 ? 'loses' : 'losesToo', { host, sentence: inWords(withParameters(sentence, parameters)) })}
        </p>
      ))}
    </>
  );
}
