import { DEPLOYING_KINDS } from '@/lib/model/runs/deploying';
import { Prisma } from './generated/client';

/** Whether a run `d` makes another document of its environment true: then that one is shown while it runs. */
export const DEPLOYS = Prisma.sql`d.kind in (${Prisma.join([...DEPLOYING_KINDS])})`;
