import type { PackageFormat, PackageReading } from '@/lib/catalog/catalog-package';
import { CLASS_FILE, TEMPLATE_FILE } from '@/lib/formats/hot/application-files';
import { inspectTemplate } from '@/lib/formats/hot/parse';
import { keysOfPath, type PackageProblem, readYaml } from '@/lib/formats/yaml/read-yaml';
import { isObject, type JsonObject } from '@/lib/model/json';
import { muranoPl } from '../muranopl';
import { applicationClass, applicationForm, applicationManifest } from './application';
import { readEnvironment, withFiles } from './environment';
import { withMachineOutputs } from './machines';

const FORMAT = /^Heat\.HOT\/1(?:\.\d+)*$/;
const TEMPLATE = 'template.yaml';
const MANIFEST = 'manifest.yaml';

/**
 * A Heat template as a package (docs/hot-packages.md): its parameters are the form, its outputs the facts. It is read as
 * the package in MuranoPL which Murano made of such a one: a class that pushes the template as a stack of its own.
 */
export const hot: PackageFormat = {
  name: 'Heat.HOT/1.0',
  recognises: (format) => format !== null && FORMAT.test(format),
  requirement: muranoPl.requirement,
  read: readHot,
};

function readHot(files: ReadonlyMap<string, Uint8Array>, label: string): PackageReading {
  const at = (file: string) => `${label}/${file}`;
  const text = (file: string) => new TextDecoder().decode(files.get(file));
  const manifest = readYaml(at(MANIFEST), text(MANIFEST));
  if (!files.has(TEMPLATE)) {
    const sentence = 'A package of this format has its Heat template in this file.';
    return { package: null, problems: [{ file: at(TEMPLATE), path: '', code: 'missing', sentence }] };
  }
  const yaml = readYaml(at(TEMPLATE), text(TEMPLATE));
  const problems: PackageProblem[] = [...manifest.problems, ...yaml.problems];
  if (problems.length > 0 || !isObject(manifest.value)) return { package: null, problems };
  const environment = readEnvironment(files, label);
  const filled = withFiles(isObject(yaml.value) ? yaml.value : {}, files, environment.types);
  const { template, problems: wrong } = inspectTemplate(filled.template);
  const placed = [...filled.problems, ...wrong].map(({ path, code, sentence }): PackageProblem => {
    const line = yaml.lineOf(keysOfPath(path));
    return { file: at(TEMPLATE), path, ...(line === undefined ? {} : { line }), code, sentence };
  });
  problems.push(...environment.problems, ...placed);
  if (!template || problems.length > 0) return { package: null, problems };
  const name = String(manifest.value.FullName ?? '');
  const pushed = withMachineOutputs(filled.template);
  const described = {
    name,
    parameters: sectionOf(filled.template, 'parameters'),
    outputs: Object.keys(template.outputs),
    machines: pushed.machines,
  };
  const made = {
    [MANIFEST]: applicationManifest(manifest.value, name),
    [CLASS_FILE]: applicationClass(described),
    'UI/ui.yaml': applicationForm(described, environment.defaults),
    [TEMPLATE_FILE]: JSON.stringify(pushed.template),
  };
  const encoder = new TextEncoder();
  const own = [...files].filter(([file]) => file !== TEMPLATE && !file.startsWith('Resources/'));
  const written = Object.entries(made).map(([file, content]): [string, Uint8Array] => [file, encoder.encode(content)]);
  return muranoPl.read(new Map([...own, ...written]), label);
}

function sectionOf(template: JsonObject, key: string): Record<string, JsonObject> {
  const section = isObject(template[key]) ? template[key] : {};
  return Object.fromEntries(
    Object.entries(section).flatMap(([name, value]): [string, JsonObject][] =>
      isObject(value) ? [[name, value]] : [],
    ),
  );
}
