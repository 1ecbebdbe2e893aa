'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import { useEnvironmentGuide } from '@/lib/client/catalog';
import { useServerWords } from '@/lib/client/server-words/use-server-words';
import { useSurvival } from '@/lib/client/what-if';

/** Whether the environment survives the loss of any one machine, and why not. Nothing where that cannot be tried. */
export function SurvivalSentence({
  environmentId,
  sessionId,
  revision,
}: {
  environmentId: string;
  sessionId: string;
  /** of the draft: another one is another question */
  revision: unknown;
}) {
  const t = useTranslations('session.survival');
  const format = useFormatter();
  const inWords = useServerWords(useEnvironmentGuide(environmentId).sentences);
  const survival = useSurvival(environmentId, sessionId, revision);
  if (survival.isPending) return <p className="text-[13px] text-ink-muted">{t('trying')}</p>;
  if (!survival.data) return null;
  const { survives, of, losses, machines, tried } = survival.data;
  const [first, ...others] = losses;
  const sentence =
    survives || !first
      ? t('yes', { of })
      : t('no', { of, host: first.host, sentence: inWords(first.sentences[0] ?? '') });
  return (
    <Notice tone={survives ? 'ready' : 'attention'} title={sentence}>
      {others.length > 0 && (
        <p>{t('more', { count: others.length, names: format.list(others.map(({ host }) => host)) })}</p>
      )}
      {tried < machines && <p>{t('tried', { tried, machines })}</p>}
      <p className="text-[13px]">{t('how')}</p>
    </Notice>
  );
}
