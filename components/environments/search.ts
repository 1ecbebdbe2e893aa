import type { ListedEnvironmentView } from '@/lib/model/views';

/** The environments whose name holds every typed word, newest change first. */
export function findEnvironments(
  environments: readonly ListedEnvironmentView[],
  typed: string,
): ListedEnvironmentView[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return environments
    .filter((environment) => words.every((word) => environment.name.toLowerCase().includes(word)))
    .sort((a, b) => b.updated.localeCompare(a.updated) || a.name.localeCompare(b.name));
}
