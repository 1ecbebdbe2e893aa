import type { SubgraphTask, Task } from '@/lib/model/lifecycle/task';
import type { Deployment } from '../deployment';
import { GraphBuilder, Sequence } from '../tasks/builder';
import { installSteps } from './install';
import { deleteSteps, stopSteps } from './uninstall';

/**
 * The tasks of an instance's next try, when its installation or its removal has failed (docs/lifecycle.md, "When something fails"):
 * what was half installed is stopped, unlinked and deleted first, whatever it came to, then installed from the beginning.
 *
 * @param failed the subgraph that has failed
 * @param firstId of the tasks that are made
 * @param limit how many tries there are besides the first; -1 for any number
 * @returns null when there are no more
 */
export function rebuiltSubgraph(
  failed: SubgraphTask,
  firstId: number,
  deployment: Deployment,
  limit: number,
): Task[] | null {
  const { retry } = failed;
  if (!retry || (limit >= 0 && retry.retries >= limit)) return null;
  const { instance: id } = retry;
  const instance = deployment.instance(id);
  const graph = new GraphBuilder(firstId);
  const again = { ...retry, retries: retry.retries + 1 };
  const isInstall = retry.as === 'install';
  const subgraph = graph.subgraph(failed.name, {
    retry: again,
    leave: { instance: id, state: isInstall ? 'started' : 'deleted' },
  });
  const sequence = new Sequence(graph, subgraph);
  const state = (name: string, next: 'stopping' | 'stopped' | 'initializing') =>
    sequence.add(graph.barrier(subgraph, name, { leave: { instance: id, state: next } }));
  const isStopped = !isInstall && (instance.state === 'stopped' || instance.state === 'deleting');
  if (!isStopped) {
    state('stopping', 'stopping');
    stopSteps(sequence, deployment, instance, 'fail');
    state('stopped', 'stopped');
  }
  deleteSteps(sequence, deployment, instance, 'fail');
  if (isInstall) {
    state('initializing', 'initializing');
    installSteps(sequence, deployment, instance, 'uninitialized');
  }
  return graph.tasks;
}
