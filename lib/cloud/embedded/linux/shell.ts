/** What this shell knows, besides `echo`, `hostname` and variables: lines that do nothing here. */
export const WITHOUT_EFFECT = /^(?:#.*|set(?: [-+]\w+(?: pipefail)?)+|exit(?: 0)?|true|:)?$/;
/** The output of another command within a text. */
export const SUBSTITUTED = /\$\(|`/;

/** What a script writes to its output, and whether nothing in it needs more than this shell knows. */
export interface ShellEnd {
  stdout: string;
  executed: boolean;
}

/**
 * What a script writes to its output, as far as one can tell without running it: `echo` and `hostname`. Other
 * commands say nothing, and the script is not executed.
 *
 * @param given arguments of the script: `$1`, `$2`, …
 * @param host name of the machine
 */
export function outputOf(script: string, given: readonly string[], host: string): ShellEnd {
  let executed = true;
  const variables = new Map<string, string>();
  const fill = (text: string) =>
    text
      .replaceAll(/\$\(hostname\)|`hostname`/g, host)
      .replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) =>
        /^\d+$/.test(name) ? (given[Number(name) - 1] ?? '') : (variables.get(name) ?? ''),
      );
  const filled = (text: string) => {
    const value = /^'.*'$/.test(text.trim()) ? unquoted(text) : fill(unquoted(text));
    if (!text.trim().startsWith("'") && SUBSTITUTED.test(value)) executed = false;
    return value;
  };
  const written = script.split(/\r?\n/).flatMap((line) => {
    const command = line.trim();
    if (command === 'hostname') return [`${host}\n`];
    const [, name, assigned = ''] = /^(?:export )?(\w+)=((?:'[^']*'|"[^"]*"|[^\s;|&<>])*)$/.exec(command) ?? [];
    if (name !== undefined) {
      variables.set(name, filled(assigned));
      return [];
    }
    const echo = /^echo\s+([^|<>;&]*)$/.exec(command)?.[1];
    if (echo !== undefined) return [`${filled(echo)}\n`];
    if (!WITHOUT_EFFECT.test(command)) executed = false;
    return [];
  });
  return { stdout: written.join(''), executed };
}

function unquoted(text: string): string {
  return text.trim().replace(/^(['"])(.*)\1$/, '$2');
}
