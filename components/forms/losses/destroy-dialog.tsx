'use client';
import { useTranslations } from 'next-intl';
import { Confirm } from '@/components/ui/confirm';
import type { ExpectedLoss } from '@/lib/model/loss';
import { LossList } from './loss-list';
import { useDeployWords } from './use-deploy-words';

/** Names what deploying destroys, and deploys once the name of the environment was typed. */
export function DestroyDialog({
  environmentName,
  loss,
  open,
  onOpenChange,
  onConfirm,
}: {
  environmentName: string;
  loss: ExpectedLoss;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}) {
  const t = useTranslations('forms.losses');
  const words = useDeployWords(loss);
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={words.question}
      confirmLabel={words.deploy}
      typeToConfirm={environmentName}
      onConfirm={onConfirm}
    >
      <LossList losses={loss.losses} />
      {!loss.certain && <p className="font-medium">{t(loss.losses.length > 0 ? 'more' : 'unknown')}</p>}
      <p>{t('forGood')}</p>
    </Confirm>
  );
}
