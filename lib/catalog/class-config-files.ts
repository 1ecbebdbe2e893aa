import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readYaml } from '@/lib/formats/yaml/read-yaml';
import type { ClassConfigs } from '@/lib/model/class-configs';
import { isObject, type JsonObject } from '@/lib/model/json';

/** How files are called whose values are for the class of that name, as in Murano's `class_configs`. */
const FILE = /^(?<name>[A-Za-z_][\w.]*)\.(?:yaml|json)$/;

/**
 * Reads a folder of class configurations: `com.example.Foo.yaml`, or the same as `.json`, holds values by property.
 *
 * @param folder its absolute path
 * @throws Error that names the folder that cannot be read, or the file that is no mapping
 */
export async function readClassConfigFiles(folder: string): Promise<ClassConfigs> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new Error(`The folder of class configurations ${folder} cannot be read: ${error.message}`);
  });
  const configs: Record<string, JsonObject> = {};
  for (const file of names.sort()) {
    const name = FILE.exec(file)?.groups?.name;
    if (name === undefined) continue;
    const { value, problems } = readYaml(file, await readFile(path.join(folder, file), 'utf8'));
    const [problem] = problems;
    const why = problem?.sentence ?? (isObject(value) ? null : 'A class configuration is a mapping of properties.');
    if (why !== null) throw new Error(`The class configuration ${path.join(folder, file)} is wrong: ${why}`);
    if (Object.hasOwn(configs, name)) throw new Error(`There are two class configurations of ${name} in ${folder}.`);
    configs[name] = value as JsonObject;
  }
  return configs;
}
