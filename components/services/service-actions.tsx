'use client';
import { Ellipsis, SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useEditReason } from '@/components/shell/edit-reason';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/menu';
import { onDemand } from '@/components/ui/on-demand';
import type { ListedService } from './service-list';

const RemoveService = onDemand<ComponentProps<typeof import('./remove-service').RemoveService>>(
  async () => (await import('./remove-service')).RemoveService,
);

/** What can be done with a service in the list. */
export function ServiceActions({ environmentId, listed }: { environmentId: string; listed: ListedService }) {
  const t = useTranslations('services.actions');
  const [removing, setRemoving] = useState(false);
  const reason = useEditReason(environmentId);
  const { service, hosts } = listed;
  const hostNames = hosts.flatMap((host) => host.host?.hostName ?? []);
  const gone = service.change === 'removed' ? t('removedAlready') : null;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('more', { name: service.title })}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuLink
          icon={<SquareArrowOutUpRight aria-hidden />}
          href={`/environments/${environmentId}/services/${service.serviceId}`}
        >
          {t('open')}
        </MenuLink>
        <MenuSeparator />
        <MenuItem
          danger
          icon={<Trash2 aria-hidden />}
          disabledReason={reason ?? gone}
          onSelect={() => setRemoving(true)}
        >
          {t('remove', { deployed: String(hostNames.length > 0) })}
        </MenuItem>
      </Menu>
      <RemoveService
        environmentId={environmentId}
        service={{ id: service.serviceId, name: service.title }}
        hostNames={hostNames}
        open={removing}
        onOpenChange={setRemoving}
      />
    </>
  );
}
