/**
 * Where an application that is a template has its class and its template (docs/hot-packages.md); the class is called as
 * the package is, and has the values of the template's parameters in {@link TEMPLATE_PARAMETERS}.
 */
export const CLASS_FILE = 'Classes/HotApplication.yaml';
export const TEMPLATE_FILE = 'Resources/template.json';

/** The property of the class with values of parameters by their names; null: the template's own. */
export const TEMPLATE_PARAMETERS = 'templateParameters';
