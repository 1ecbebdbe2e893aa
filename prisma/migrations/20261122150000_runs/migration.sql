-- A run is anything the conductor carries out: deployments are its first two kinds.
ALTER TABLE "deployments" RENAME TO "runs";
ALTER TABLE "runs" RENAME CONSTRAINT "deployments_pkey" TO "runs_pkey";
ALTER TABLE "runs" RENAME CONSTRAINT "deployments_environment_id_fkey" TO "runs_environment_id_fkey";
ALTER INDEX "deployments_environment_id_created_at_idx" RENAME TO "runs_environment_id_created_at_idx";
ALTER INDEX "deployments_state_idx" RENAME TO "runs_state_idx";
ALTER INDEX "deployments_session_id_idx" RENAME TO "runs_session_id_idx";
ALTER TABLE "runs" RENAME COLUMN "model_gained" TO "model_after";
ALTER TABLE "runs" RENAME COLUMN "run_computing" TO "computing";
ALTER TABLE "runs" RENAME COLUMN "run_steps" TO "recorded_steps";
ALTER TABLE "runs" RENAME COLUMN "run_deaths" TO "deaths";
ALTER TABLE "environments" RENAME COLUMN "active_deployment_id" TO "active_run_id";
ALTER TABLE "events" RENAME COLUMN "deployment_id" TO "run_id";
ALTER INDEX "events_deployment_id_seq_idx" RENAME TO "events_run_id_seq_idx";
ALTER TABLE "agent_replies" RENAME COLUMN "deployment_id" TO "run_id";
ALTER INDEX "agent_replies_deployment_id_idx" RENAME TO "agent_replies_run_id_idx";

-- What a run is for, what it was given, and what it answered. One that asks nothing of the document keeps none.
ALTER TABLE "runs"
  ADD COLUMN "target" JSONB NOT NULL DEFAULT '{"entity": "environment"}',
  ADD COLUMN "input" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "result" JSONB,
  ADD COLUMN "changes_model" BOOLEAN,
  ADD COLUMN "version" INTEGER,
  ALTER COLUMN "model_before" DROP NOT NULL,
  ALTER COLUMN "model_asked" DROP NOT NULL;

-- Until now every run made a version of its environment, in the order of their ends.
UPDATE "runs" SET "changes_model" = true;
UPDATE "runs" SET "version" = numbered.version
  FROM (SELECT "id", row_number() OVER (PARTITION BY "environment_id" ORDER BY "finished_at", "created_at", "id") AS version
          FROM "runs" WHERE "finished_at" IS NOT NULL) AS numbered
 WHERE "runs"."id" = numbered."id";
CREATE UNIQUE INDEX "runs_environment_id_version_key" ON "runs"("environment_id", "version");

-- Events of runs of every kind. Their keys follow: what a run under way has told already it does not tell again.
UPDATE "events"
   SET "kind" = 'run.' || substr("kind", 12),
       "key" = CASE WHEN "key" LIKE 'deployment.%' THEN 'run.' || substr("key", 12) ELSE "key" END
 WHERE "kind" LIKE 'deployment.%';
UPDATE "events"
   SET "data" = jsonb_set("data", '{restores}', jsonb_build_object(
         'version', "data" -> 'restores' -> 'version', 'runId', "data" -> 'restores' -> 'deploymentId'))
 WHERE "kind" = 'session.opened' AND "data" -> 'restores' ->> 'deploymentId' IS NOT NULL;
