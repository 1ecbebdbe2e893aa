'use client';
import type { Menu as Base } from '@base-ui/react/menu';
import { createContext, useContext } from 'react';

/** What the entries of a menu are made of. */
export type MenuParts = Pick<
  typeof Base,
  'Item' | 'LinkItem' | 'RadioGroup' | 'RadioItem' | 'RadioItemIndicator' | 'Separator'
>;

/** Comes with the popup, so that entries can be written down where none of it is loaded yet. */
export const MenuPartsContext = createContext<MenuParts | null>(null);

export function useMenuParts(): MenuParts {
  const parts = useContext(MenuPartsContext);
  if (!parts) throw new Error('an entry of a menu stands in a menu');
  return parts;
}
