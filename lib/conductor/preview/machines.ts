import { inboxOfServer, type ResourceForecast } from '@/lib/ports/cloud/cloud';

/** The name that a machine has or will have: its resource's own where the cloud makes up another. */
export function hostOf({ name, before, after }: ResourceForecast): string {
  const host = (after ?? before)?.name;
  return typeof host === 'string' && host !== '' ? host : name;
}

/** The inbox that a machine's agent reads, `e<environment>-<service>-<unit>`; empty for one without an agent. */
export function inboxOf({ before, after }: ResourceForecast): string {
  return inboxOfServer(after ?? before ?? {});
}
