-- A plan is noted when it is first sent, so that the wait for its answer has a deadline that survives
-- a restart; the answer comes later. Answers without a deployment were never written before this.
DELETE FROM "agent_replies";

ALTER TABLE "agent_replies"
  ADD COLUMN "deployment_id" CHAR(32) NOT NULL,
  ADD COLUMN "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ALTER COLUMN "received_at" DROP NOT NULL,
  ALTER COLUMN "received_at" DROP DEFAULT,
  ALTER COLUMN "result" DROP NOT NULL;

CREATE INDEX "agent_replies_deployment_id_idx" ON "agent_replies"("deployment_id");
