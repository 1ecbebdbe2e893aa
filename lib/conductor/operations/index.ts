/** Workflows over the machines of an environment: the lifecycle decides, plans of packages carry it out. */
export { runWorkflow } from './run-workflow';
