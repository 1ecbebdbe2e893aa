import { HostObject } from '@vetro/yaql';

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
