-- Few machines do not work: they are found without those that do.
CREATE INDEX "machines_troubled" ON "machines" ("environment_id") WHERE "condition" = 'broken' OR "phase" = 'failed';

-- When the machines of an environment were looked at, and what is done by itself about them.
CREATE TABLE "health" (
  "environment_id" CHAR(32) PRIMARY KEY REFERENCES "environments" ("id") ON DELETE CASCADE,
  "looked_at" TIMESTAMPTZ(3),
  "check_minutes" INTEGER CHECK ("check_minutes" > 0),
  "check_at" TIMESTAMPTZ(3),
  "heals" BOOLEAN NOT NULL DEFAULT false,
  "most_per_day" INTEGER NOT NULL DEFAULT 3,
  "cool_down_minutes" INTEGER NOT NULL DEFAULT 15,
  "user_id" CHAR(32),
  "problem" JSONB
);
CREATE INDEX "health_check_at" ON "health" ("check_at") WHERE "check_minutes" IS NOT NULL;

-- Repairs that began by themselves, and that no more begin.
CREATE TABLE "repairs" (
  "id" BIGSERIAL PRIMARY KEY,
  "environment_id" CHAR(32) NOT NULL REFERENCES "environments" ("id") ON DELETE CASCADE,
  "unit_id" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "outcome" TEXT NOT NULL CHECK ("outcome" IN ('started', 'refused', 'gave_up')),
  "run_id" CHAR(32),
  "sentence" TEXT
);
CREATE INDEX "repairs_environment_id_at_idx" ON "repairs" ("environment_id", "at");
CREATE INDEX "repairs_at_idx" ON "repairs" ("at");
