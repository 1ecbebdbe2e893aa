/** The XML workflow language of Murano v0.2 (guide, chapter 5): compile packages, run them on a model. */
export { type CompiledWorkflows, compileWorkflows, templateProblems } from './compile-workflows';
export { type Dialect, MURANO_0_2 } from './dialect';
export type { HostNameRequest, Providers, UserDataRequest } from './interpreter';
export { type RunEnd, type RunJob, type RunOptions, runWorkflows } from './run';
export type { RunEvent } from './run-events';
export { fillTemplate, MissingKey, packageTemplates, type TemplateSource } from './templates';
