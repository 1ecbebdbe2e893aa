-- Somebody whom a policy stops asks for leave of it.
CREATE TABLE "policy_exception_requests" (
  "id" CHAR(32) PRIMARY KEY,
  "policy_id" CHAR(32) NOT NULL REFERENCES "policies" ("id") ON DELETE CASCADE,
  "tenant_id" CHAR(32) NOT NULL REFERENCES "tenants" ("id") ON DELETE CASCADE,
  "environment_id" CHAR(32) NOT NULL REFERENCES "environments" ("id") ON DELETE CASCADE,
  "sentence" TEXT NOT NULL,
  "reason" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "created_by" CHAR(32) NOT NULL,
  "granted" BOOLEAN,
  "decided_at" TIMESTAMPTZ(3),
  "decided_by" CHAR(32),
  "answer" TEXT
);
CREATE INDEX "policy_exception_requests_policy_id_created_at_idx" ON "policy_exception_requests" ("policy_id", "created_at");
CREATE INDEX "policy_exception_requests_tenant_id_created_at_idx" ON "policy_exception_requests" ("tenant_id", "created_at");
-- One question at a time about the same.
CREATE UNIQUE INDEX "policy_exception_requests_open" ON "policy_exception_requests" ("policy_id", "environment_id")
  WHERE "granted" IS NULL;
