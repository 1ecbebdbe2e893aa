import { errors } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import type { WorkflowContext } from '../context';
import { WorkflowFailure } from '../failures';
import { heal } from './heal';
import { install, reinstall, rollback, uninstall } from './install';
import { installNewAgents } from './install-new-agents';
import { checkDrift, checkStatus, executeOperation, pull, restart, start, stop } from './operate';
import { scale } from './scale';
import { updateWorkflow } from './update';
import type { Workflow } from './workflow';

/** The workflows of a deployment, by name: the built-in ones, replaced and extended by those that packages declare. */
export class Workflows {
  private readonly all: ReadonlyMap<string, Workflow>;

  /** @param custom by name; one with the name of a built-in workflow takes its place */
  constructor(custom: Readonly<Record<string, Workflow>> = {}) {
    this.all = new Map(Object.entries({ ...this.builtIn(), ...custom }));
  }

  get names(): string[] {
    return [...this.all.keys()];
  }

  /** @throws not found */
  get(name: string): Workflow {
    const found = this.all.get(name);
    if (found) return found;
    throw errors.notFound('workflow_not_found', `There is no workflow ${name}. There are: ${this.names.join(', ')}.`);
  }

  private builtIn(): Record<string, Workflow> {
    const runNamed = (context: WorkflowContext, name: string, parameters: JsonObject) =>
      this.runNamed(context, name, parameters);
    return {
      install,
      uninstall,
      start,
      stop,
      restart,
      execute_operation: executeOperation,
      heal,
      scale,
      update: updateWorkflow(runNamed),
      install_new_agents: installNewAgents,
      check_status: checkStatus,
      check_drift: checkDrift,
      reinstall,
      rollback,
      pull,
    };
  }

  /** Runs a workflow in the place of another one's, with its own parameters' defaults. */
  private async runNamed(context: WorkflowContext, name: string, parameters: JsonObject): Promise<void> {
    const workflow = this.all.get(name);
    if (!workflow) throw new WorkflowFailure(`There is no workflow ${name} to run instead of the update.`);
    const defaults = Object.fromEntries(
      Object.entries(workflow.parameters).map(([key, schema]) => [key, schema.default ?? null]),
    );
    await workflow.run(context.withParameters({ ...defaults, ...parameters }));
  }
}

/** The built-in ones alone. */
export const WORKFLOWS = new Workflows();
