'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { PreviewMachine } from '@/lib/model/preview';
import { countEffects, shownEffects } from './effects';

/** "Deploying creates 2 machines, changes 1 machine and restarts none." */
export function EffectSentence({ machines }: { machines: readonly PreviewMachine[] }) {
  const t = useTranslations('session.preview');
  const format = useFormatter();
  const effects = shownEffects(countEffects(machines));
  if (effects.length === 0) return t('nothing');
  return t('effects', { list: format.list(effects.map(({ effect, count }) => t(`effect.${effect}`, { count }))) });
}
