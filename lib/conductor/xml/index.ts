/** The XML workflow language of Murano v0.2 (guide, chapter 5): compile packages, run them on a model. */
export { compileWorkflows, mappingProblems, templateProblems } from './compile-workflows';
export type { Dialect } from './dialect';
export type { Providers } from './interpreter';
export { runWorkflows } from './run';
export type { RunEvent } from './run-events';
export { fillTemplate, MissingKey, packageTemplates, type TemplateSource } from './templates';
