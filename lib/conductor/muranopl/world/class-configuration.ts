import { type ActionArgument, argumentProblems } from '@/lib/model/action-arguments';
import type { ClassConfigs, PackageConfiguration } from '@/lib/model/class-configs';
import type { FieldProblem } from '@/lib/model/field-problem';
import type { JsonObject } from '@/lib/model/json';
import { argumentOf } from '@/lib/model/object-actions';
import { tellsOfSecret } from '@/lib/model/secret-names';
import { runNow } from '../engine/drive';
import { ProgramExecution } from '../engine/program-execution';
import { propertySchemas } from '../schema/index';
import type { JsonSchema } from '../schema/json-schema';
import type { MuranoType } from '../types/murano-type';
import { unlessRefused } from './application-forms';
import { contractProblems } from './contract-problems';
import type { ObjectsEngine } from './engine';

/**
 * Tells what the classes of a package are configured by, and holds values against their contracts.
 *
 * @param packageName full name; its newest version in the engine counts
 * @param values secrets in clear are judged, sealed ones are not
 */
export function packageConfiguration(
  { engine, packages }: ObjectsEngine,
  packageName: string,
  values: ClassConfigs,
): PackageConfiguration {
  const own = packages.find(({ name }) => name === packageName);
  const types = (own?.classNames() ?? []).flatMap((name) => {
    // a class that cannot be made tells why when its package is checked
    const type = own && unlessRefused(() => engine.classes.of(own, name));
    return type ? [type] : [];
  });
  const execution = new ProgramExecution(engine, { newId: () => '' });
  const classes = types.flatMap((type) => {
    const properties = unlessRefused(() => configurable(execution, type)) ?? [];
    return properties.length > 0 ? [{ name: type.name, properties, type }] : [];
  });
  const unknown = Object.keys(values)
    .filter((name) => !classes.some((one) => one.name === name))
    .map(
      (name): FieldProblem => ({
        path: name,
        code: 'unknown_class',
        sentence: `This package has no class ${name} with properties of usage Config.`,
      }),
    );
  const wrong = classes.flatMap(({ name, properties, type }) =>
    problemsOf(execution, type, properties, values[name] ?? {}).map((one) => ({ ...one, path: `${name}.${one.path}` })),
  );
  return {
    classes: classes.map(({ name, properties }) => ({ name, properties })),
    problems: [...unknown, ...wrong],
  };
}

/** The properties of usage Config that a class itself declares: values stand under its name, not those of its heirs. */
function configurable(execution: ProgramExecution, type: MuranoType): ActionArgument[] {
  const schemas = runNow(propertySchemas(execution, type, ['Config'])) as Record<string, JsonSchema>;
  return Object.entries(schemas)
    .filter(([name]) => type.property(name)?.type === type)
    .map(([name, schema]) => {
      const asked = argumentOf({ ...(JSON.parse(JSON.stringify(schema)) as JsonObject), name });
      return asked.kind === 'text' && tellsOfSecret(name) ? { ...asked, kind: 'password' } : asked;
    });
}

function problemsOf(
  execution: ProgramExecution,
  type: MuranoType,
  properties: readonly ActionArgument[],
  values: JsonObject,
): FieldProblem[] {
  const isSecret = (name: string) => properties.some((one) => one.name === name && one.kind === 'password');
  const labels = new Map(properties.map(({ name, label }) => [name, label]));
  const unknown = Object.keys(values)
    .filter((name) => !labels.has(name))
    .map((name): FieldProblem => {
      const sentence = `The class ${type.name} itself declares no property "${name}" of usage Config.`;
      return { path: name, code: 'unknown_property', sentence };
    });
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => labels.has(name)));
  const labelOf = (name: string) => labels.get(name) ?? name;
  const judge = { execution, typeOf: () => null, fieldOf: (name: string) => name, labelOf };
  const refused = contractProblems(judge, type, known).map((one) =>
    isSecret(one.path) ? { ...one, sentence: `"${labelOf(one.path)}" is not what its contract takes.` } : one,
  );
  // what a contract would make something of, and nobody meant: a list that cannot be read, a text for a number;
  // whether a property must be given is for whoever makes an object to say: a file, or all tenants, may give it
  const doubtful = argumentProblems(
    properties.map((one) => ({ ...one, required: false })),
    known,
  )
    .map(({ name, code, sentence }): FieldProblem => ({ path: name, code, sentence }))
    .filter(({ path }) => !refused.some((one) => one.path === path));
  return [...unknown, ...refused, ...doubtful];
}
