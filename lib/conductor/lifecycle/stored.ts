import type { Change, Stored } from './ports';
import type { Task, TaskPatch } from './tasks/task';

/** Makes a change to what is kept of a deployment; the one place that says what a change does. */
export function applyChange(stored: Stored, change: Change, places: InstancePlaces): void {
  switch (change.kind) {
    case 'model':
      stored.model = change.model;
      places.forget();
      break;
    case 'instance': {
      const at = places.of(stored, change.id);
      const instance = at === undefined ? undefined : stored.model.instances[at];
      if (at !== undefined && instance) stored.model.instances[at] = { ...instance, ...change.patch };
      break;
    }
    case 'modification':
      stored.modifications.push(change.modification);
      break;
    case 'modificationStatus':
      stored.modifications = stored.modifications.map((one) =>
        one.id === change.id ? { ...one, status: change.status } : one,
      );
      break;
    case 'execution': {
      const at = stored.executions.findIndex(({ id }) => id === change.execution.id);
      if (at < 0) stored.executions.push(change.execution);
      else stored.executions[at] = change.execution;
      break;
    }
    case 'graph':
      entry(stored.graphs, change.execution).set(change.name, [...change.tasks]);
      break;
    case 'tasks':
      patchTasks(stored.graphs.get(change.execution)?.get(change.name) ?? [], change.patches, change.added);
      break;
    case 'memo':
      entry(stored.memos, change.execution).set(change.name, change.value);
      break;
    case 'forget':
      stored.graphs.delete(change.execution);
      stored.memos.delete(change.execution);
      break;
    case 'event':
      break;
  }
}

function entry<T>(all: Map<string, Map<string, T>>, key: string): Map<string, T> {
  const known = all.get(key) ?? new Map<string, T>();
  all.set(key, known);
  return known;
}

/** Tasks that are kept are nobody else's: they are changed in place, once for every operation that begins or ends. */
function patchTasks(tasks: Task[], patches: readonly TaskPatch[], added: readonly Task[]): void {
  for (const task of added) tasks[task.id] = task;
  for (const patch of patches) {
    const task = tasks[patch.id];
    if (task) Object.assign(task, patch);
  }
}

/** Where instances stand in the list of a model. */
export class InstancePlaces {
  private places: Map<string, number> | null = null;

  of({ model }: Stored, id: string): number | undefined {
    this.places ??= new Map(model.instances.map((instance, at) => [instance.id, at]));
    return this.places.get(id);
  }

  forget(): void {
    this.places = null;
  }
}
