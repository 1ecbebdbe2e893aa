-- Rules that every run must obey: of the whole installation (tenant empty), or of one tenant.
CREATE TABLE "policies" (
  "id" CHAR(32) PRIMARY KEY,
  "tenant_id" TEXT NOT NULL DEFAULT '',
  "name" TEXT NOT NULL,
  "summary" TEXT NOT NULL DEFAULT '',
  "text" TEXT NOT NULL,
  "parameters" JSONB NOT NULL DEFAULT '{}',
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "mode" TEXT NOT NULL DEFAULT 'stop' CHECK ("mode" IN ('stop', 'warn')),
  "version" INTEGER NOT NULL DEFAULT 1,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "changed_by" CHAR(32)
);
CREATE INDEX "policies_tenant_id_idx" ON "policies" ("tenant_id");
CREATE UNIQUE INDEX "policies_name_in_scope" ON "policies" ("tenant_id", lower("name"));

-- The texts that a policy had, the present one among them.
CREATE TABLE "policy_versions" (
  "policy_id" CHAR(32) NOT NULL REFERENCES "policies" ("id") ON DELETE CASCADE,
  "version" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  "parameters" JSONB NOT NULL DEFAULT '{}',
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "changed_by" CHAR(32),
  PRIMARY KEY ("policy_id", "version")
);

-- What policies said as somebody wanted to begin a run, whether it began or not.
CREATE TABLE "policy_verdicts" (
  "id" BIGSERIAL PRIMARY KEY,
  "policy_id" CHAR(32) NOT NULL REFERENCES "policies" ("id") ON DELETE CASCADE,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "environment_id" CHAR(32) NOT NULL,
  "run_id" CHAR(32),
  "user_id" CHAR(32),
  "kind" TEXT NOT NULL,
  "stopped" BOOLEAN NOT NULL,
  "sentence" TEXT NOT NULL
);
CREATE INDEX "policy_verdicts_policy_id_id_idx" ON "policy_verdicts" ("policy_id", "id");
CREATE INDEX "policy_verdicts_at_idx" ON "policy_verdicts" ("at");

CREATE TABLE "policy_settings" (
  "id" INTEGER PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  "on_failure" TEXT NOT NULL DEFAULT 'stop' CHECK ("on_failure" IN ('stop', 'warn'))
);
INSERT INTO "policy_settings" DEFAULT VALUES;

-- What policies said as a run began, kept with it.
ALTER TABLE "runs" ADD COLUMN "verdicts" JSONB;
