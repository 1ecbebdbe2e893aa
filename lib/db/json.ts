import type { Prisma } from './generated/client';

/** One of our JSON documents in the type that the database client wants of JSON columns. */
export function storable(document: object): Prisma.InputJsonValue {
  return document as Prisma.InputJsonValue;
}
