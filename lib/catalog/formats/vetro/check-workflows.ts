import { type CatalogPackage, resourcesOf } from '@/lib/catalog/catalog-package';
import { compileWorkflows, packageTemplates, templateProblems } from '@/lib/conductor/xml';
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
    return templateProblems(compiled, templates).map(({ code, message, span }) => problem(span, code, message));
  } catch (error) {
    if (!isVetroError(error) || error.kind !== 'language') throw error;
    const { problems } = error.details;
    if (!Array.isArray(problems)) return [problem(error.span, error.code, error.sentence)];
    return problems
      .filter(isObject)
      .map(({ file, line, code, message }) =>
        problem({ file: String(file), line: Number(line) }, String(code), String(message)),
      );
  }
}

function problem(place: { file: string; line: number } | undefined, code: string, sentence: string): PackageProblem {
  return { file: place?.file ?? '', path: '', ...(place ? { line: place.line } : {}), code, sentence };
}
