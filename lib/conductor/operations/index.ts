/** Workflows over the machines of an environment: the lifecycle decides, plans of packages carry it out. */
export { runWorkflow, type WorkflowJob } from './run-workflow';
