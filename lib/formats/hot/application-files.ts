/**
 * Where an application that is a template has its class and its template (docs/hot-packages.md); the class is called as
 * the package is, and has the values of the template's parameters in {@link TEMPLATE_PARAMETERS}.
 */
export const CLASS_FILE = 'Classes/HotApplication.yaml';
export const TEMPLATE_FILE = 'Resources/template.json';

/** The property of the class with values of parameters by their names; null: the template's own. */
export const TEMPLATE_PARAMETERS = 'templateParameters';

/**
 * The property of the class with the machines of its stack, once they are made: `{id, name, made}` each, where `made` is the
 * output of the stack that {@link machineOutput} names.
 */
export const STACK_MACHINES = 'stackMachines';

/** The output by which a stack tells of a server: `{name, id, address}`. */
export function machineOutput(resource: string): string {
  return `vetro-machine-${resource}`;
}
