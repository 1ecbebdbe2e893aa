import { compileWorkflows } from '@/lib/conductor/xml';
import { isVetroError } from '@/lib/errors';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import { isObject } from '@/lib/model/json';
import type { LoadedPackages } from '@/lib/ports/conductor';

/** Asks the language whether a catalog's workflows mean something: what is wrong is told at the start. */
export function checkWorkflows(workflows: LoadedPackages['workflows']): PackageProblem[] {
  try {
    compileWorkflows(workflows);
    return [];
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
