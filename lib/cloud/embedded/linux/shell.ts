/**
 * What a script writes to its output, as far as one can tell without running it: `echo` and `hostname`. Other
 * commands run and say nothing.
 *
 * @param given arguments of the script: `$1`, `$2`, …
 * @param host name of the machine
 */
export function outputOf(script: string, given: readonly string[], host: string): string {
  const variables = new Map<string, string>();
  const fill = (text: string) =>
    text
      .replaceAll(/\$\(hostname\)|`hostname`/g, host)
      .replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) =>
        /^\d+$/.test(name) ? (given[Number(name) - 1] ?? '') : (variables.get(name) ?? ''),
      );
  const written = script.split(/\r?\n/).flatMap((line) => {
    const command = line.trim();
    const assigned = /^(\w+)=(.*)$/.exec(command);
    if (assigned) variables.set(assigned[1] ?? '', fill(unquoted(assigned[2] ?? '')));
    if (command === 'hostname') return [`${host}\n`];
    const echo = /^echo\s+([^|<>;&]*)$/.exec(command)?.[1];
    if (echo === undefined) return [];
    return [`${/^'.*'$/.test(echo) ? unquoted(echo) : fill(unquoted(echo))}\n`];
  });
  return written.join('');
}

function unquoted(text: string): string {
  return text.trim().replace(/^(['"])(.*)\1$/, '$2');
}
