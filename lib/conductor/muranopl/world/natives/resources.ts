import { DslError } from '../../errors';
import { objectOf } from '../../objects/murano-object';
import type { NativeCall, NativeClass, NativeMethod } from '../../types/native';
import type { Package } from '../../types/package';
import { callingPackage, textArgument } from './call';
import { readDocument } from './document';

/** `io.murano.system.Resources`: the files below `Resources/` of the package that asks. */
export const resources: NativeClass = {
  name: 'io.murano.system.Resources',
  methods: [
    {
      name: '.init',
      run: (call) => {
        call.state.set('package', callingPackage(call));
        return null;
      },
    },
    reader('string', (text) => text),
    reader('yaml', readDocument),
    reader('json', (text, path) => {
      try {
        return JSON.parse(text);
      } catch {
        // Templates of packages are called JSON and written as YAML.
        return readDocument(text, path);
      }
    }),
  ],
};

function reader(name: string, read: (text: string, path: string) => unknown): NativeMethod {
  return {
    name,
    isStatic: true,
    arguments: [
      { name: 'name', contract: '$.string().notNull()' },
      { name: 'owner', default: null },
      ...(name === 'string' ? [{ name: 'binary', contract: '$.bool()', default: false }] : []),
    ],
    run: (call) => {
      const path = textArgument(call, 0);
      return read(fileOf(packageOf(call), path, call.arguments[2] === true), path);
    },
  };
}

/**
 * A file of a package.
 *
 * @param binary answers base64 instead of text
 * @throws FileNotFoundError when the package has no such file
 */
export function fileOf(from: Package | undefined, path: string, binary = false): string {
  const bytes = from?.resource(path);
  if (!bytes) {
    const where = from ? `the package ${from.name}` : 'no package';
    throw new DslError('FileNotFoundError', `There is no file Resources/${path} in ${where}.`);
  }
  const buffer = Buffer.from(bytes);
  return buffer.toString(binary ? 'base64' : 'utf8');
}

/** The package that a Resources object belongs to: an owner that is named, the class that made it, or who asks. */
export function packageOf(call: NativeCall): Package | undefined {
  const owner = objectOf(call.arguments[1]);
  if (owner) return owner.type.package_;
  return packageBehind(call.self) ?? callingPackage(call);
}

/** The package of a Resources object; undefined for anything else. */
export function packageBehind(value: unknown): Package | undefined {
  return objectOf(value)?.native.get('package') as Package | undefined;
}
