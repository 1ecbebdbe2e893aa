import type { CallFrame } from './execution';

/** One line of a stack trace. */
export interface TraceLine {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly method: string;
  readonly type: string;
  /** the instruction, as the class file has it */
  readonly text: string;
}

/** Where errors were thrown: kept beside them, because errors come from many places. */
const traces = new WeakMap<object, readonly TraceLine[]>();

/** Notes where an error comes from, unless that is known. */
export function noteTrace(error: unknown, frame: CallFrame): void {
  if (typeof error !== 'object' || error === null || traces.has(error)) return;
  traces.set(error, stackOf(frame));
}

/** Where an error comes from, the outermost call first; empty when nobody noted it. */
export function traceOf(error: unknown): readonly TraceLine[] {
  return (typeof error === 'object' && error !== null && traces.get(error)) || [];
}

/** The calls that lead to a frame, the outermost first. Calls of the host and native methods have no place. */
export function stackOf(frame: CallFrame): TraceLine[] {
  const lines: TraceLine[] = [];
  for (let next: CallFrame | undefined = frame; next; next = next.caller) {
    const { at, method, type } = next;
    if (!at || !type) continue;
    const { file, line, column } = at.place;
    lines.push({ file, line, column, method: method?.name ?? '', type: type.name, text: at.text });
  }
  return lines.reverse();
}

/**
 * Writes a trace as the original does: `File "PATH", line L:C in method M of type T`, and below it the
 * instruction. `prefix` stands before every line.
 */
export function writeTrace(lines: readonly TraceLine[], prefix = ''): string {
  return lines
    .map(({ file, line, column, method, type, text }) => {
      const inMethod = method === '' ? '' : ` in method ${method} of type ${type}`;
      return `${prefix}File "${file}", line ${line}:${column}${inMethod}\n${prefix}    ${text}`;
    })
    .join('\n');
}
