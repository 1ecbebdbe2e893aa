import { readdirSync } from 'node:fs';
import path from 'node:path';

const APP = path.resolve(import.meta.dirname, '../../app');

/** Every page that the product has, as its folder below app/ without the groups: "/environments/[environmentId]". */
export const DASHBOARD_PAGES: readonly string[] = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx')
  .map((file) => `/${path.dirname(file).split(path.sep).join('/')}`)
  .map((folder) => folder.replaceAll(/\/\([^)]*\)/g, '') || '/')
  .sort();

/** The page that is shown at an address; null where none is. The most literal one wins, as in the router. */
export function pageOf(address: string): string | null {
  const { pathname } = new URL(address);
  const fitting = DASHBOARD_PAGES.filter((page) => asPattern(page).test(pathname));
  const placeholders = (page: string) => page.split('[').length;
  return fitting.sort((a, b) => placeholders(a) - placeholders(b))[0] ?? null;
}

function asPattern(page: string): RegExp {
  return new RegExp(`^${page.replaceAll(/\[[^\]]*\]/g, '[^/]+')}$`);
}
