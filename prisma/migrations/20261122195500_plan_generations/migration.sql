-- A plan is no longer taken back by its sender, which no queue of messages could do: one that expired, or that a newer
-- run overtook, is not begun.
ALTER TABLE "cloud_plans" ADD COLUMN "generation" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "cloud_plans" ADD COLUMN "expires_at" TIMESTAMPTZ(3);
UPDATE "cloud_plans" SET "status" = CASE WHEN "machine_id" IS NULL THEN 'superseded' ELSE 'lost' END
 WHERE "status" = 'withdrawn';
