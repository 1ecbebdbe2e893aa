import { Boxes, House, LayoutTemplate, type LucideIcon, Scale, ShieldCheck, Store } from 'lucide-react';
import { hasRole, type Role } from '@/lib/model/actor';

export interface NavItem {
  href: string;
  /** its name in the catalogue, below `shell.nav` */
  key: 'home' | 'environments' | 'templates' | 'catalog' | 'policies' | 'administration';
  icon: LucideIcon;
  /** only for who administers the installation, or a tenant without administering the installation */
  only?: 'installation' | 'tenant';
}

/** The places of the product, in the order they are shown. */
const NAV_ITEMS: NavItem[] = [
  { href: '/', key: 'home', icon: House },
  { href: '/environments', key: 'environments', icon: Boxes },
  { href: '/templates', key: 'templates', icon: LayoutTemplate },
  { href: '/catalog', key: 'catalog', icon: Store },
  { href: '/admin/policies', key: 'policies', icon: Scale, only: 'tenant' },
  { href: '/admin', key: 'administration', icon: ShieldCheck, only: 'installation' },
];

/** The places that somebody is led to. */
export function navItemsFor({ system_admin, role }: { system_admin: boolean; role: Role }): NavItem[] {
  const administers = system_admin ? 'installation' : hasRole(role, 'admin') ? 'tenant' : null;
  return NAV_ITEMS.filter(({ only }) => only === undefined || only === administers);
}

/** Whether a path is at a place or beneath it. */
export function isCurrent(href: string, path: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
}
