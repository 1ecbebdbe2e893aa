-- Workflows that begin by themselves at times.
CREATE TABLE "schedules" (
  "id" CHAR(32) PRIMARY KEY,
  "environment_id" CHAR(32) NOT NULL REFERENCES "environments" ("id") ON DELETE CASCADE,
  "tenant_id" CHAR(32) NOT NULL,
  "name" TEXT NOT NULL,
  "workflow" TEXT NOT NULL,
  "target" JSONB NOT NULL DEFAULT '{}',
  "cron" TEXT NOT NULL,
  "time_zone" TEXT NOT NULL,
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "when_missed" TEXT NOT NULL DEFAULT 'skip' CHECK ("when_missed" IN ('skip', 'once')),
  "user_id" CHAR(32) NOT NULL,
  "due_at" TIMESTAMPTZ(3),
  "try_at" TIMESTAMPTZ(3),
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "claimed_until" TIMESTAMPTZ(3),
  "problem" JSONB,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);
CREATE INDEX "schedules_environment_id_idx" ON "schedules" ("environment_id");
CREATE INDEX "schedules_try_at" ON "schedules" ("try_at") WHERE "enabled";

-- What came of each time: a run, a refusal, or that nobody was there.
CREATE TABLE "schedule_firings" (
  "id" BIGSERIAL PRIMARY KEY,
  "schedule_id" CHAR(32) NOT NULL REFERENCES "schedules" ("id") ON DELETE CASCADE,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "outcome" TEXT NOT NULL CHECK ("outcome" IN ('started', 'refused', 'missed')),
  "run_id" CHAR(32),
  "code" TEXT,
  "sentence" TEXT
);
CREATE INDEX "schedule_firings_schedule_id_id_idx" ON "schedule_firings" ("schedule_id", "id");
CREATE INDEX "schedule_firings_at_idx" ON "schedule_firings" ("at");
