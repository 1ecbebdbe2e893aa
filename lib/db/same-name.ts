/**
 * The filter for names that are equal but for their case. Prisma compares with `ILIKE`, to which a backslash, `%` and `_`
 * mean something else: each is escaped, so that it stands for itself.
 */
export function sameName(name: string): { equals: string; mode: 'insensitive' } {
  return { equals: name.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' };
}
