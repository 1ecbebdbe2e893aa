/** Workflows of the lifecycle that run as operations do, besides those that kinds of runs are called by. */
export const LIFECYCLE_WORKFLOWS = ['install', 'reinstall', 'rollback', 'pull', 'install_new_agents'] as const;
export type LifecycleWorkflow = (typeof LIFECYCLE_WORKFLOWS)[number];

/** Whether a workflow is one that only services of blueprints have. */
export function isOfLifecycle(workflow: string): workflow is LifecycleWorkflow {
  return LIFECYCLE_WORKFLOWS.some((one) => one === workflow);
}

/** What a run of each is called, in English; a workflow of a package has the title that the package gives it. */
export const LIFECYCLE_TITLES: Readonly<Record<LifecycleWorkflow | 'scale', string>> = {
  install: 'Install what is missing',
  reinstall: 'Install anew',
  rollback: 'Take back what is half done',
  pull: 'Read the current values',
  install_new_agents: 'Renew agents',
  scale: 'Scaling',
};
