'use client';
import { ShieldOff } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageBody } from '@/components/shell/frame';
import { useMe } from '@/components/shell/me-context';
import { WaitingRequests } from '@/components/shell/waiting-requests';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { NavTabs } from '@/components/ui/nav-tabs';
import { PageHeader } from '@/components/ui/page-header';
import { hasRole } from '@/lib/model/actor';

/** Whoever policies hold for may read them; their tenant's administrators write theirs. */
const POLICIES = '/admin/policies';

const TABS = [
  { path: '/admin', key: 'overview' },
  { path: '/admin/users', key: 'users' },
  { path: '/admin/tenants', key: 'tenants' },
  { path: '/admin/servers', key: 'servers' },
  { path: '/admin/packages', key: 'packages' },
  { path: POLICIES, key: 'policies' },
  { path: '/admin/audit', key: 'audit' },
  { path: '/admin/health', key: 'health' },
] as const;

/** The head and the tabs of every page for administrators; whoever is none is told so. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('admin');
  const path = usePathname();
  const { system_admin: administrates, cloud } = useMe();
  const isPolicies = path === POLICIES || path.startsWith(`${POLICIES}/`);
  const tabs = TABS.filter(
    ({ key }) => (administrates || key === 'policies') && (key !== 'servers' || cloud.name === 'pool'),
  );
  if (!administrates && !isPolicies) {
    return (
      <PageBody>
        <EmptyState
          level={1}
          icon={<ShieldOff />}
          title={t('refused.title')}
          actions={<LinkButton href="/">{t('refused.home')}</LinkButton>}
        >
          {t('refused.sentence')}
        </EmptyState>
      </PageBody>
    );
  }
  return (
    <div className="flex flex-1 flex-col">
      <div className="border-line border-b bg-surface">
        <div className="mx-auto w-full max-w-7xl px-4 pt-5 sm:px-8">
          <PageHeader
            title={t(administrates ? 'title' : 'policiesTitle')}
            description={t(administrates ? 'description' : 'policiesDescription')}
          />
          <div className="mt-3">
            <NavTabs
              label={t('tabs.label')}
              items={tabs.map((tab) => ({
                href: tab.path,
                label:
                  tab.key === 'policies' ? <PoliciesLabel>{t('tabs.policies')}</PoliciesLabel> : t(`tabs.${tab.key}`),
                current: path === tab.path || (tab.key === 'policies' && isPolicies),
              }))}
            />
          </div>
        </div>
      </div>
      <PageBody>{children}</PageBody>
    </div>
  );
}

/** The tab of policies, with how many requests wait there. */
function PoliciesLabel({ children }: { children: ReactNode }) {
  const { system_admin: administrates, role } = useMe();
  return (
    <>
      {children}
      {(administrates || hasRole(role, 'admin')) && <WaitingRequests />}
    </>
  );
}
