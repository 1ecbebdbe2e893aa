-- Leave that one environment, or a whole tenant, has of a policy until a day.
CREATE TABLE "policy_exceptions" (
  "id" CHAR(32) PRIMARY KEY,
  "policy_id" CHAR(32) NOT NULL REFERENCES "policies" ("id") ON DELETE CASCADE,
  "tenant_id" CHAR(32) NOT NULL REFERENCES "tenants" ("id") ON DELETE CASCADE,
  "environment_id" CHAR(32) REFERENCES "environments" ("id") ON DELETE CASCADE,
  "reason" TEXT NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "created_by" CHAR(32) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  "ended_by" CHAR(32)
);
CREATE INDEX "policy_exceptions_policy_id_until_idx" ON "policy_exceptions" ("policy_id", "until");
CREATE INDEX "policy_exceptions_tenant_id_until_idx" ON "policy_exceptions" ("tenant_id", "until");

-- The ready policy that one was made of, and the language of its sentences.
ALTER TABLE "policies" ADD COLUMN "template" TEXT;
ALTER TABLE "policies" ADD COLUMN "language" TEXT;

-- Whether it would have stopped: its policy only warned, or there was an exception.
ALTER TABLE "policy_verdicts" ADD COLUMN "not_enforced" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "policy_verdicts" ADD COLUMN "excepted" BOOLEAN NOT NULL DEFAULT false;
