'use client';
import { Ellipsis, History, Layers, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/menu';
import type { EnvironmentView } from '@/lib/model/views';
import { DeleteEnvironment } from './delete-environment';
import { RenameEnvironment } from './rename-environment';

/** What can be done with an environment, wherever it is listed. */
export function EnvironmentActions({
  environment,
  onDeleted,
  variant = 'ghost',
}: {
  environment: EnvironmentView;
  onDeleted?: () => void;
  variant?: 'ghost' | 'secondary';
}) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const role = useRoleReason();
  const going = environment.status === 'deleting' ? 'It is being deleted already.' : null;
  const href = `/environments/${environment.id}`;
  const toggle = (name: 'rename' | 'delete') => (open: boolean) => setDialog(open ? name : null);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More for ${environment.name}`} variant={variant}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuLink href={`${href}/services`} icon={<Layers aria-hidden />}>
          Show services
        </MenuLink>
        <MenuLink href={`${href}/deployments`} icon={<History aria-hidden />}>
          Show deployments
        </MenuLink>
        <MenuSeparator />
        <MenuItem icon={<Pencil aria-hidden />} disabledReason={role ?? going} onSelect={() => setDialog('rename')}>
          Rename
        </MenuItem>
        <MenuItem
          danger
          icon={<Trash2 aria-hidden />}
          disabledReason={role ?? going}
          onSelect={() => setDialog('delete')}
        >
          Delete environment
        </MenuItem>
      </Menu>
      <RenameEnvironment environment={environment} open={dialog === 'rename'} onOpenChange={toggle('rename')} />
      <DeleteEnvironment
        environment={environment}
        open={dialog === 'delete'}
        onOpenChange={toggle('delete')}
        onDeleted={onDeleted}
      />
    </>
  );
}
