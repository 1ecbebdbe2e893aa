'use client';
import { Download, Ellipsis, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMe, useRoleReason } from '@/components/shell/me-context';
import { Confirm } from '@/components/ui/confirm';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { saveFile } from '@/lib/client/save-file';
import { useDeleteTemplate, useDownloadTemplate } from '@/lib/client/templates';
import type { TemplateView } from '@/lib/model/templates/views';
import { useTemplateWords } from './template-words';

/** What else can be done with a template. */
export function TemplateMenu({ template }: { template: TemplateView }) {
  const t = useTranslations('templates');
  const toast = useToast();
  const me = useMe();
  const role = useRoleReason();
  const { name } = useTemplateWords()(template);
  const [asking, setAsking] = useState(false);
  const remove = useDeleteTemplate(template.id);
  const download = useDownloadTemplate(template.id);
  const notMine = template.mine || me.role === 'admin' ? null : t('tile.notMine', { name: template.created_by ?? '' });
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('tile.more', { name })} size="sm" className="-mt-1 -mr-1">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem
          icon={<Download aria-hidden />}
          onSelect={() =>
            download
              .mutateAsync()
              .then((file) => saveFile(`${name}.vetro.json`, `${JSON.stringify(file, null, 2)}\n`, 'application/json'))
              .catch((error: unknown) => toast.error(sentenceOf(error) ?? ''))
          }
        >
          {t('tile.download')}
        </MenuItem>
        {template.origin === 'tenant' && (
          <MenuItem
            danger
            icon={<Trash2 aria-hidden />}
            disabledReason={role ?? notMine}
            onSelect={() => setAsking(true)}
          >
            {t('tile.delete')}
          </MenuItem>
        )}
      </Menu>
      <Confirm
        open={asking}
        onOpenChange={(open) => {
          remove.reset();
          setAsking(open);
        }}
        title={t('delete.title', { name })}
        confirmLabel={t('delete.confirm')}
        pending={remove.isPending}
        error={sentenceOf(remove.error)}
        onConfirm={() =>
          onSuccess(remove.mutateAsync(), () => {
            setAsking(false);
            toast.info(t('delete.done', { name }));
          })
        }
      >
        <p>{t('delete.text')}</p>
      </Confirm>
    </>
  );
}
