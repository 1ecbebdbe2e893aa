import type { RuleViolation } from './windows-rules';

/** What SQL Server takes as names of databases. */

const LONGEST = 123;
const SYSTEM = ['master', 'model', 'msdb', 'tempdb', 'resource', 'distribution'];

const violation = (code: string, sentence: string): RuleViolation => ({ code, sentence });

/**
 * Violations of a list of databases: regular identifiers of SQL Server (a letter or _ first, then letters,
 * digits, _ @ # $), at most 123 characters, none of the server's own names, each once whatever its case.
 */
export function databaseListViolations(names: readonly string[]): RuleViolation[] {
  const found: RuleViolation[] = [];
  const seen = new Set<string>();
  for (const name of names) {
    if (!/^[A-Za-z_][A-Za-z0-9_@#$]*$/.test(name)) {
      const sentence = `"${name}" cannot be the name of a database: it begins with a letter or _, then come letters, digits and _ @ # $.`;
      found.push(violation('database_characters', sentence));
    }
    if (name.length > LONGEST) {
      found.push(violation('database_too_long', `The name of a database has at most ${LONGEST} characters.`));
    }
    const key = name.toLowerCase();
    if (SYSTEM.includes(key))
      found.push(violation('database_system', `"${name}" is SQL Server's own. Choose another.`));
    if (seen.has(key)) found.push(violation('database_twice', `The database "${name}" is in the list twice.`));
    seen.add(key);
  }
  return found;
}
