import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client';

/** The typed database client, or the same within a transaction. */
export type Db = PrismaClient;
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

/**
 * Opens a pooled client on a PostgreSQL database.
 *
 * @param url connection string
 * @param poolSize connections at most
 */
export function openDatabase(url: string, poolSize = 20): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: poolSize }) });
}
