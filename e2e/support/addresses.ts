import { DASHBOARD_PAGES } from './dashboard-pages';

/** What stands in the addresses of pages, by the names of their folders. */
export interface PageValues {
  environmentId: string;
  serviceId: string;
  deploymentId: string;
  policyId: string;
}

/** A type, and a package that has its programs. */
const TYPE = 'webServer';
const PACKAGE = 'io.vetro.windows.WebServer';

/** Addresses of every page of the dashboard for whoever is signed in; of an environment, of what these values name. */
export function addressesOf(values: PageValues): string[] {
  const all: Record<string, string> = { ...values, type: TYPE, name: PACKAGE };
  return DASHBOARD_PAGES.filter((page) => page !== '/sign-in').map((page) =>
    page.replaceAll(/\[(\w+)\]/g, (_, name: string) => all[name] ?? name),
  );
}
