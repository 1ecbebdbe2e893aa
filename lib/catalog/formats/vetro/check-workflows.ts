import { type CatalogPackage, resourcesOf } from '@/lib/catalog/catalog-package';
import { compileWorkflows, mappingProblems, packageTemplates, templateProblems } from '@/lib/conductor/xml';
import { isVetroError } from '@/lib/errors';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import { isObject } from '@/lib/model/json';

/**
 * Asks the language whether the workflows of packages mean something, together: what is wrong is told before anything is
 * deployed.
 */
export function checkWorkflows(packages: readonly CatalogPackage[]): PackageProblem[] {
  const workflows = packages.flatMap(({ name, content }) =>
    content.workflows.map((one) => ({ ...one, package: name })),
  );
  try {
    const compiled = compileWorkflows(workflows);
    const templates = packageTemplates({ resources: packages.map(resourcesOf) });
    const named = [...templateProblems(compiled, templates), ...mappingProblems(compiled, templates)];
    return [
      ...named.map(({ code, message, span }) => problem(span, code, message)),
      ...packages.flatMap((pack) => unsetRoles(pack, compiled.written)),
    ];
  } catch (error) {
    if (!isVetroError(error) || error.kind !== 'language') throw error;
    const { problems } = error.details;
    if (!Array.isArray(problems)) return [problem(error.span, error.code, error.sentence)];
    return problems
      .filter(isObject)
      .filter(({ code }) => !FOUND_BY_READER.has(String(code)))
      .map(({ file, line, code, message }) =>
        problem({ file: String(file), line: Number(line) }, String(code), String(message)),
      );
  }
}

/** What whoever reads a package finds in a file of XML by itself. */
const FOUND_BY_READER: ReadonlySet<string> = new Set(['xml_malformed', 'xml_forbidden']);

/** Parts of a service that no workflow ever counts as set up. @param written paths that workflows write to */
function unsetRoles(
  { name, serviceTypes, content: { workflows, blueprints } }: CatalogPackage,
  written: readonly (string | null)[],
): PackageProblem[] {
  // Parts of a blueprint are set by its operations.
  if (workflows.length === 0 || blueprints || written.includes(null)) return [];
  return serviceTypes.flatMap(({ roles }) =>
    roles.flatMap(({ installedWhen }, index) => {
      const state = `state.${installedWhen.replace(/^:/, '')}`;
      if (written.some((path) => path === state || path?.endsWith(`.${state}`) || path?.endsWith(`:${state}`)))
        return [];
      const sentence = `No workflow sets "${state}", so this part would never be there.`;
      const path = `roles.${index}.installedWhen`;
      return [{ file: `${name}/UI/service.yaml`, path, code: 'role_never_set', sentence }];
    }),
  );
}

function problem(place: { file: string; line: number } | undefined, code: string, sentence: string): PackageProblem {
  return { file: place?.file ?? '', path: '', ...(place ? { line: place.line } : {}), code, sentence };
}
