'use client';
import { Bookmark, Copy, Download, Ellipsis, Eraser, Pencil, Power, Trash2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { onDemand } from '@/components/ui/on-demand';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { saveFile } from '@/lib/client/save-file';
import { useExportEnvironment } from '@/lib/client/templates';
import { suspendedHosts } from '@/lib/model/operations/suspended-hosts';
import type { EnvironmentDetailView, EnvironmentView } from '@/lib/model/views';

const WorkflowButton = onDemand<
  ComponentProps<typeof import('@/components/shell/workflows/workflow-button').WorkflowButton>
>(async () => (await import('@/components/shell/workflows/workflow-button')).WorkflowButton);

const SaveAsTemplate = onDemand<ComponentProps<typeof import('./save-as-template').SaveAsTemplate>>(
  async () => (await import('./save-as-template')).SaveAsTemplate,
);

const RenameEnvironment = onDemand<ComponentProps<typeof import('./rename-environment').RenameEnvironment>>(
  async () => (await import('./rename-environment')).RenameEnvironment,
);

const DeleteEnvironment = onDemand<ComponentProps<typeof import('./delete-environment').DeleteEnvironment>>(
  async () => (await import('./delete-environment')).DeleteEnvironment,
);

const OperateEnvironment = onDemand<ComponentProps<typeof import('./operate-environment').OperateEnvironment>>(
  async () => (await import('./operate-environment')).OperateEnvironment,
);

const CloneEnvironment = onDemand<ComponentProps<typeof import('./clone-environment').CloneEnvironment>>(
  async () => (await import('./clone-environment')).CloneEnvironment,
);

const UninstallEverything = onDemand<ComponentProps<typeof import('./uninstall-everything').UninstallEverything>>(
  async () => (await import('./uninstall-everything')).UninstallEverything,
);

type DialogName = 'rename' | 'delete' | 'clone' | 'template' | 'operate' | 'uninstall';

/** What can be done with an environment, wherever it is listed. */
export function EnvironmentActions({
  environment,
  onDeleted,
  variant = 'ghost',
}: {
  /** with its services, where they are known: what they rest for is a reason, too */
  environment: EnvironmentView & Partial<Pick<EnvironmentDetailView, 'services' | 'machines'>>;
  onDeleted?: () => void;
  variant?: 'ghost' | 'secondary';
}) {
  const t = useTranslations('environments');
  const format = useFormatter();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const role = useRoleReason();
  const exportFile = useExportAsFile(environment);
  const going = environment.status === 'deleting' ? t('delete.going') : null;
  const nothing = environment.version === 0 ? t('menu.nothingDeployed') : null;
  const busy = environment.status === 'deploying' ? t('menu.busy') : null;
  const resting = suspendedHosts(environment.services ?? []);
  const suspended = resting.length > 0 ? t('menu.suspended', { machines: format.list(resting) }) : null;
  const toggle = (name: DialogName) => (open: boolean) => setDialog(open ? name : null);
  const startWorkflow = variant === 'secondary' ? startWorkflowOf(environment) : null;
  return (
    <>
      {startWorkflow && (
        <WorkflowButton workflow={startWorkflow} subject={{ environmentId: environment.id, name: environment.name }} />
      )}
      <Menu
        trigger={
          <IconButton label={t('menu.more', { name: environment.name })} variant={variant}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Power aria-hidden />} disabledReason={nothing} onSelect={() => setDialog('operate')}>
          {t('menu.operate')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Copy aria-hidden />} disabledReason={role ?? going} onSelect={() => setDialog('clone')}>
          {t('menu.clone')}
        </MenuItem>
        <MenuItem icon={<Bookmark aria-hidden />} disabledReason={role ?? going} onSelect={() => setDialog('template')}>
          {t('menu.template')}
        </MenuItem>
        <MenuItem icon={<Download aria-hidden />} onSelect={exportFile}>
          {t('menu.export')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Pencil aria-hidden />} disabledReason={role ?? going} onSelect={() => setDialog('rename')}>
          {t('rename.button')}
        </MenuItem>
        <MenuItem
          danger
          icon={<Eraser aria-hidden />}
          disabledReason={role ?? going ?? nothing ?? busy ?? suspended}
          onSelect={() => setDialog('uninstall')}
        >
          {t('uninstall.button')}
        </MenuItem>
        <MenuItem
          danger
          icon={<Trash2 aria-hidden />}
          disabledReason={role ?? going}
          onSelect={() => setDialog('delete')}
        >
          {t('delete.button')}
        </MenuItem>
      </Menu>
      <RenameEnvironment environment={environment} open={dialog === 'rename'} onOpenChange={toggle('rename')} />
      <DeleteEnvironment
        environment={environment}
        open={dialog === 'delete'}
        onOpenChange={toggle('delete')}
        onDeleted={onDeleted}
      />
      {dialog === 'operate' && <OperateEnvironment environment={environment} onClose={() => setDialog(null)} />}
      {dialog === 'uninstall' && <UninstallEverything environment={environment} onClose={() => setDialog(null)} />}
      {dialog === 'clone' && <CloneEnvironment environment={environment} onClose={() => setDialog(null)} />}
      {dialog === 'template' && <SaveAsTemplate environment={environment} onClose={() => setDialog(null)} />}
    </>
  );
}

/** What makes an environment work again whose machines all are suspended or stopped; null where one is neither. */
function startWorkflowOf({
  machines,
  status,
}: EnvironmentView & Partial<Pick<EnvironmentDetailView, 'machines'>>): 'wake' | 'start' | null {
  if (machines?.health !== 'resting' || machines.resting < machines.count || status === 'deploying') return null;
  return machines.suspended > 0 ? 'wake' : 'start';
}

/** Hands the environment to the person as a file, and says what is not in it. */
function useExportAsFile(environment: EnvironmentView): () => void {
  const t = useTranslations('templates.export');
  const toast = useToast();
  const run = useExportEnvironment(environment);
  const { name } = environment;
  return () => {
    run.mutateAsync().then(
      (file) => {
        saveFile(`${name}.vetro.json`, `${JSON.stringify(file, null, 2)}\n`, 'application/json');
        toast.success(t('done', { name }), t('hint'));
      },
      (error: unknown) => toast.error(sentenceOf(error) ?? ''),
    );
  };
}
