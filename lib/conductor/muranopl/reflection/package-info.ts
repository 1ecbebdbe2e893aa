import { type Context, HostObject } from '@vetro/yaql';
import { frameOf } from '../execution/frame';
import { VersionInfo } from '../objects/version-info';
import type { MuranoType } from '../types/murano-type';
import type { Package } from '../types/package';
import { metaObjects } from './meta-objects';

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
    const { classes } = frameOf(context).execution.engine;
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
