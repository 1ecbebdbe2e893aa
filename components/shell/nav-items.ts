import { Boxes, House, LayoutTemplate, type LucideIcon, ShieldCheck, Store } from 'lucide-react';

export interface NavItem {
  href: string;
  /** its name in the catalogue, below `shell.nav` */
  key: 'home' | 'environments' | 'templates' | 'catalog' | 'administration';
  icon: LucideIcon;
  /** only for who administers the installation */
  administrators?: boolean;
}

/** The places of the product, in the order they are shown. */
export const NAV_ITEMS: NavItem[] = [
  { href: '/', key: 'home', icon: House },
  { href: '/environments', key: 'environments', icon: Boxes },
  { href: '/templates', key: 'templates', icon: LayoutTemplate },
  { href: '/catalog', key: 'catalog', icon: Store },
  { href: '/admin', key: 'administration', icon: ShieldCheck, administrators: true },
];

/** Whether a path is at a place or beneath it. */
export function isCurrent(href: string, path: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
}
