'use client';
import { Download, FileBraces, FileImage, Shapes } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuLabel } from '@/components/ui/menu';
import { useToast } from '@/components/ui/toast';
import type { Picture } from '../picture';
import { useTopologyWords } from '../words';
import type { ExportKind } from './save-topology';

/** Saves the picture as a drawing, a picture or data. What draws it is loaded only then. */
export function ExportMenu({ picture, collapsed }: { picture: Picture; collapsed: ReadonlySet<string> }) {
  const t = useTranslations('topology');
  const words = useTopologyWords();
  const format = useFormatter();
  const toast = useToast();
  const environment = picture.topology.nodes.find((node) => node.kind === 'environment')?.title ?? '';
  const title = environment === '' ? t('export.titleAlone') : t('export.title', { name: environment });
  const save = async (kind: ExportKind) => {
    const at = new Date();
    try {
      const { saveTopology } = await import('./save-topology');
      const saved = await saveTopology(kind, title, at, {
        ...{ picture, collapsed, words, title },
        date: t('export.drawn', { date: format.dateTime(at, { dateStyle: 'long', timeStyle: 'short' }) }),
        lines: {
          connected: t('legend.connected'),
          willConnect: t('legend.willConnect'),
          visitors: t('visitors'),
        },
        machines: (count) => t('group.machines', { count }),
        elsewhere: t('group.elsewhere'),
      });
      if (!saved) toast.error(t('export.failed'), t('export.tooLarge'));
    } catch {
      toast.error(t('export.failed'));
    }
  };
  return (
    <Menu
      trigger={
        <Button size="sm">
          <Download aria-hidden />
          {t('export.button')}
        </Button>
      }
    >
      <MenuLabel>{t('export.menu')}</MenuLabel>
      <MenuItem icon={<Shapes aria-hidden />} onSelect={() => void save('svg')}>
        {t('export.svg')}
      </MenuItem>
      <MenuItem icon={<FileImage aria-hidden />} onSelect={() => void save('png')}>
        {t('export.png')}
      </MenuItem>
      <MenuItem icon={<FileBraces aria-hidden />} onSelect={() => void save('json')}>
        {t('export.json')}
      </MenuItem>
    </Menu>
  );
}
