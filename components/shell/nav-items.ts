import { Boxes, House, type LucideIcon, Store } from 'lucide-react';

export interface NavItem {
  href: string;
  label: string;
  icon: LucideIcon;
}

/** The places of the product, in the order they are shown. */
export const NAV_ITEMS: NavItem[] = [
  { href: '/', label: 'Home', icon: House },
  { href: '/environments', label: 'Environments', icon: Boxes },
  { href: '/catalog', label: 'Catalog', icon: Store },
];

/** Whether a path is at a place or beneath it. */
export function isCurrent(href: string, path: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
}
