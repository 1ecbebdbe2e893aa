import { afterEach, beforeEach, expect, test } from 'vitest';
import { after } from '@/lib/cloud/kernel/kernel';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { startTestCloud } from './testing';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

test('what is begun at four times the speed takes a quarter of its time', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const speeds = new Map([['own', 20]]);
  const at = (speed: number, tenantId = 'any') =>
    after({ now: () => now, timeScale: 0.5, speed, speeds }, tenantId, 40).getTime() - now.getTime();
  expect([at(1), at(4)]).toEqual([20_000, 5_000]);
  // a tenant may have a speed of its own
  expect([at(1, 'own'), at(4, 'own')]).toEqual([1_000, 1_000]);
});

test('every process that shares a cloud goes by the speed that one of them was told, and so does a later one', async () => {
  const [one, other] = [await startTestCloud(database), await startTestCloud(database)];
  await one.cloud.simulation.clock.setSpeed(8);
  await expect.poll(() => other.cloud.simulation.clock.speed()).toBe(8);
  await one.cloud.stop();
  await other.cloud.stop();
  const later = await startTestCloud(database);
  await expect.poll(() => later.cloud.simulation.clock.speed()).toBe(8);
  await later.cloud.stop();
});
