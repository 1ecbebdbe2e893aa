-- Who acted: a person, a schedule, a policy, an agent or the system; the person in whose name stays in user_id.
ALTER TABLE "audit_entries"
    ADD COLUMN "actor" TEXT NOT NULL DEFAULT 'person'
        CHECK ("actor" IN ('person', 'schedule', 'policy', 'agent', 'system')),
    ADD COLUMN "actor_id" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "actor_name" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "position" BIGINT,
    ADD COLUMN "hash" TEXT;
UPDATE "audit_entries" SET "actor" = 'system' WHERE "user_id" IS NULL;
UPDATE "audit_entries" SET "actor" = 'schedule', "actor_id" = "details" ->> 'scheduleId',
    "actor_name" = coalesce("details" ->> 'schedule', '') WHERE "details" ? 'scheduleId' AND "details" ->> 'via' = 'system';

-- Both ends of the chain: what follows the last entry, and what the first one that is kept follows.
CREATE TABLE "audit_chain" (
    "only" BOOLEAN NOT NULL DEFAULT true CHECK ("only"),
    "removed" BIGINT NOT NULL DEFAULT 0,
    "removed_hash" TEXT NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,
    "hash" TEXT NOT NULL,
    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("only")
);
INSERT INTO "audit_chain" ("removed_hash", "hash") VALUES (repeat('0', 64), repeat('0', 64));

-- A running server gives entries their places soon after they are written, in the order of this index. What an older
-- release wrote gets its places the same way, at the first start.
CREATE UNIQUE INDEX "audit_entries_position_key" ON "audit_entries"("position");
CREATE INDEX "audit_entries_unsealed_idx" ON "audit_entries"("id") WHERE "position" IS NULL;
