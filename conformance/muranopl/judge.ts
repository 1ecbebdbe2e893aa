import { agree } from '@/packages/yaql/corpus/agree';
import type { RecordedAnswer } from './programs';

/** What ours answered to a step, as the suite `muranopl` writes it. */
export interface OwnAnswer {
  readonly ok: boolean;
  readonly result?: unknown;
  readonly error?: { readonly class: string; readonly names?: readonly string[]; readonly message?: unknown };
  readonly trace: readonly unknown[];
}

/**
 * Why an answer is not the recorded one; undefined when it is. The class of an error counts, and names and message
 * where a program threw it. `ids` binds the ids that the two engines made up, for all steps of a case.
 */
export function whatDiffers(
  recorded: RecordedAnswer,
  got: OwnAnswer | undefined,
  ids: GeneratedIds,
): string | undefined {
  if (!got) return 'no answer';
  const same = (one: unknown, other: unknown) => agree(one, other, (text, made) => ids.agree(text, made));
  if (recorded.error) {
    if (got.ok) return 'no error';
    if (recorded.error.class !== got.error?.class) return 'the class of the error';
    if (recorded.error.names && !same(recorded.error.names, got.error.names)) return 'the names of the exception';
    if (recorded.error.names && !same(recorded.error.message, got.error.message)) return 'the message';
  } else {
    if (!got.ok) return `an error: ${got.error?.class}`;
    if (!same(recorded.result, got.result)) return 'the result';
  }
  return same(recorded.trace ?? [], got.trace) ? undefined : 'the trace';
}

/** Ids that the engines made up: `GENID` and a number there, anything here, and the same one each time. */
export class GeneratedIds {
  private readonly ours = new Map<string, string>();

  /** Whether two texts are equal but for such ids. */
  agree(recorded: string, got: string): boolean {
    if (!recorded.includes('GENID')) return recorded === got;
    const names: string[] = [];
    const pattern = recorded
      .split(/(GENID\d{5})/)
      .map((part) => {
        if (!/^GENID\d{5}$/.test(part)) return escapeRegex(part);
        names.push(part);
        return '([0-9A-Za-z_-]+?)';
      })
      .join('');
    const match = new RegExp(`^${pattern}$`, 's').exec(got);
    return match !== null && names.every((name, index) => this.bind(name, match[index + 1] ?? ''));
  }

  private bind(name: string, id: string): boolean {
    const known = this.ours.get(name);
    if (known === undefined) this.ours.set(name, id);
    return known === undefined || known === id;
  }
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
