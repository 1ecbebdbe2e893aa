import { type Context, HostObject } from '@/lib/conductor/yaql';
import { frameOf } from '../run/frame';
import type { MuranoType } from '../types/murano-type';
import type { Package } from '../types/package';
import { metaObjects } from './meta-objects';

/** A version with its numbers: `1.2.3`. */
export class VersionInfo extends HostObject {
  constructor(
    readonly text: string,
    private readonly numbers: readonly number[],
  ) {
    super();
  }

  static parse(text: string): VersionInfo {
    return new VersionInfo(text, (text.split(/[-+]/)[0] ?? '').split('.').map(Number));
  }

  typeName(): string {
    return 'version';
  }

  override toText(): string {
    return this.text;
  }

  override getProperty(name: string): unknown {
    if (name === 'prerelease') return this.words(/-([^+]*)/);
    if (name === 'build') return this.words(/\+(.*)/);
    const at = ['major', 'minor', 'patch'].indexOf(name);
    return at < 0 ? undefined : (this.numbers[at] ?? 0);
  }

  /** major, minor, patch, the words of the preview, those of the build */
  get parts(): readonly unknown[] {
    return ['major', 'minor', 'patch', 'prerelease', 'build'].map((name) => this.getProperty(name));
  }

  private words(part: RegExp): readonly string[] {
    return part.exec(this.text)?.[1]?.split('.') ?? [];
  }
}

/** What reflection tells of a package. */
export class PackageInfo extends HostObject {
  constructor(
    private readonly package_: Package,
    private readonly infoOf: (type: MuranoType) => HostObject,
  ) {
    super();
  }

  typeName(): string {
    return 'package';
  }

  override toText(): string {
    return `MuranoPackage(${this.package_.name})`;
  }

  override getProperty(name: string, context: Context): unknown {
    const { package_ } = this;
    const { classes } = frameOf(context).session.engine;
    switch (name) {
      case 'name':
        return package_.name;
      case 'version':
        return VersionInfo.parse(package_.version);
      case 'types':
        return package_.classNames().map((one) => this.infoOf(classes.of(package_, one)));
      case 'meta':
        return metaObjects(
          context,
          package_.meta.map((declaration) => ({
            type: classes.find(declaration.type.name, package_),
            declaration,
            declaring: undefined,
          })),
        );
      default:
        return undefined;
    }
  }
}
