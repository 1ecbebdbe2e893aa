-- Runs that are played on a copy of their environment, in a tenant of the copy's own.
CREATE TABLE "rehearsals" (
  "tenant_id" CHAR(32) PRIMARY KEY REFERENCES "tenants" ("id") ON DELETE CASCADE,
  "environment_id" CHAR(32) NOT NULL,
  "run_id" CHAR(32) NOT NULL,
  "of_tenant_id" CHAR(32) NOT NULL,
  "of_environment_id" CHAR(32) NOT NULL,
  "of_session_id" CHAR(32) NOT NULL,
  "user_id" CHAR(32) NOT NULL,
  "fault" JSONB,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "ends_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "rehearsals_environment_id_key" ON "rehearsals" ("environment_id");
-- One at a time of a person.
CREATE UNIQUE INDEX "rehearsals_open" ON "rehearsals" ("user_id") WHERE "ended_at" IS NULL;

-- Tenants whose simulated machines have a speed of their own.
CREATE TABLE "cloud_tenant_clocks" (
  "tenant_id" CHAR(32) PRIMARY KEY,
  "speed" DOUBLE PRECISION NOT NULL
);
