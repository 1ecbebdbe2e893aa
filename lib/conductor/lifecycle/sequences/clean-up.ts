import { isMapped } from '@/lib/model/lifecycle/operations';
import type { OperationTask, Task } from '@/lib/model/lifecycle/task';
import type { Deployment } from '../deployment';
import { GraphBuilder, Sequence } from '../tasks/builder';
import { agentMethod } from './install';

/**
 * Before an installation that was interrupted calls `create` or `start` once more, what the first call may have left is
 * deleted, or stopped; that this fails is no reason to give up (docs/lifecycle.md, "When something fails").
 *
 * @param tasks of the stored graph; tasks are added to it
 */
export function cleanUpInterrupted(tasks: Task[], deployment: Deployment): void {
  for (const task of [...tasks]) {
    if (task.kind !== 'operation' || task.state !== 'pending' || task.attempts === 0) continue;
    if (task.parent === null || !tasks[task.parent]?.name.startsWith('install ')) continue;
    const operations = operationsBefore(task, deployment);
    if (operations.length === 0) continue;
    const graph = new GraphBuilder(tasks.length);
    const sequence = new Sequence(graph, task.parent);
    for (const operation of operations) {
      sequence.add(graph.operation(task.parent, operation, task.subject, { onFailure: 'ignore' }));
    }
    const [first] = graph.tasks as [Task];
    first.after.push(...task.after);
    task.after = [tasks.length + graph.tasks.length - 1];
    tasks.push(...graph.tasks);
  }
}

function operationsBefore({ operation, subject }: OperationTask, deployment: Deployment): string[] {
  if (!('instance' in subject)) return [];
  const instance = deployment.find(subject.instance);
  if (!instance) return [];
  const node = deployment.nodeOf(instance);
  const method = deployment.isHost(instance) ? agentMethod(node) : 'none';
  const names =
    operation === 'lifecycle.create' && instance.state === 'creating'
      ? ['lifecycle.delete', 'lifecycle.postdelete']
      : operation === 'lifecycle.start' && instance.state === 'starting'
        ? [
            'lifecycle.prestop',
            ...(method === 'none' ? [] : ['cloudify_agent.stop', 'cloudify_agent.delete']),
            'lifecycle.stop',
          ]
        : [];
  return names.filter((name) => isMapped(node, name));
}
