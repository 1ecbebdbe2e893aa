import { DEPLOYING_KINDS } from '@/lib/model/runs/deploying';
import { Prisma } from './generated/client';

/**
 * Whether a run `d` makes another document of its environment true: then that one is shown while it runs. The kinds stand
 * in the statement: as its values they would be sent, and read, each time.
 */
export const DEPLOYS = Prisma.sql`d.kind in (${Prisma.raw([...DEPLOYING_KINDS].map((kind) => `'${kind}'`).join(', '))})`;
