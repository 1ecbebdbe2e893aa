-- The ledger of stacks: what was asked of a cloud, and what came of it. Drivers keep none of it.
CREATE TABLE "stacks" (
  "id" BIGSERIAL PRIMARY KEY,
  "tenant_id" CHAR(32) NOT NULL,
  "region" TEXT NOT NULL DEFAULT '',
  "name" TEXT NOT NULL,
  "credential" TEXT NOT NULL DEFAULT '',
  "environment_id" CHAR(32) NOT NULL,
  "units" JSONB NOT NULL DEFAULT '{}',
  "template" JSONB NOT NULL DEFAULT '{}',
  "parameters" JSONB NOT NULL DEFAULT '{}',
  "outputs" JSONB NOT NULL DEFAULT '{}',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deleted_at" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "stacks_tenant_id_region_name_key" ON "stacks"("tenant_id", "region", "name");

CREATE INDEX "stacks_environment_id_idx" ON "stacks"("environment_id");

CREATE TABLE "stack_operations" (
  "seq" BIGSERIAL PRIMARY KEY,
  "id" TEXT NOT NULL,
  "stack_id" BIGINT NOT NULL REFERENCES "stacks"("id") ON DELETE CASCADE,
  "kind" TEXT NOT NULL CHECK ("kind" IN ('apply', 'delete')),
  "template" JSONB,
  "parameters" JSONB,
  "cursor" TEXT,
  "result" JSONB,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "stack_operations_id_key" ON "stack_operations"("id");
CREATE INDEX "stack_operations_unfinished_idx" ON "stack_operations"("stack_id", "seq") WHERE "finished_at" IS NULL;
CREATE INDEX "stack_operations_finished_at_idx" ON "stack_operations"("finished_at");

-- Stacks that there are already. Their names and inboxes told whose they are; this is the last time they are read.
INSERT INTO "stacks" ("tenant_id", "name", "environment_id", "units", "template", "parameters", "outputs",
                      "created_at", "updated_at")
SELECT s."tenant_id", s."name", substring(s."name" FROM '^e([0-9a-f]{32})'),
       coalesce((SELECT jsonb_object_agg(m."queue", substring(m."queue" FROM '^e[0-9a-f]{32}-[0-9a-f]{32}-([0-9a-f]{32})$'))
                   FROM "cloud_machines" m
                  WHERE m."stack_id" = s."id" AND m."deleted_at" IS NULL
                    AND m."queue" ~ '^e[0-9a-f]{32}-[0-9a-f]{32}-[0-9a-f]{32}$'), '{}'),
       s."template", s."parameters", s."outputs", s."created_at", s."updated_at"
  FROM "cloud_stacks" s
 WHERE s."deleted_at" IS NULL AND s."name" ~ '^e[0-9a-f]{32}(-[A-Za-z0-9_.-]+)?$';

-- Events of stacks are read from a cursor: numbered within their operation, in the order in which they were stored.
ALTER TABLE "cloud_operations" ADD COLUMN "event_count" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "cloud_stack_events"
  ADD COLUMN "operation" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "number" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "type" TEXT NOT NULL DEFAULT '';
CREATE INDEX "cloud_stack_events_operation_number_idx" ON "cloud_stack_events"("operation", "number");

-- What is left of them are the events of machines.
DELETE FROM "cloud_news" WHERE "event"->>'kind' = 'resource';
ALTER TABLE "cloud_news" RENAME TO "cloud_machine_events";
