import type { Mark } from './cursor';
import type { ScalarStyle } from './tokens';

/** A value of a YAML text before it is known what it means. An alias is the very node it names. */
export type YamlNode = ScalarNode | SequenceNode | MappingNode;

interface NodeBase {
  /** the full tag that the text gives; undefined for none */
  readonly tag: string | undefined;
  readonly mark: Mark;
}

export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar';
  readonly text: string;
  readonly style: ScalarStyle;
  /** whether it is written over several lines */
  readonly folded: boolean;
}

export interface SequenceNode extends NodeBase {
  readonly kind: 'sequence';
  readonly items: readonly YamlNode[];
}

export interface MappingNode extends NodeBase {
  readonly kind: 'mapping';
  readonly entries: readonly (readonly [YamlNode, YamlNode])[];
}
