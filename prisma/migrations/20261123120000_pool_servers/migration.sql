-- Servers that somebody has: their agents enrol with a code that is good once.
CREATE TABLE "enrolment_codes" (
  "id" CHAR(32) PRIMARY KEY,
  "hash" TEXT NOT NULL,
  "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  "created_by" CHAR(32) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "enrolment_codes_hash_key" ON "enrolment_codes" ("hash");

CREATE TABLE "pool_servers" (
  "id" CHAR(32) PRIMARY KEY,
  "name" TEXT NOT NULL,
  "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  "credential_hash" TEXT NOT NULL,
  "signing_key" TEXT NOT NULL,
  "facts" JSONB NOT NULL DEFAULT '{}',
  "agent_version" TEXT NOT NULL DEFAULT '',
  "enrolled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "machine_id" CHAR(32),
  "cleans_up" CHAR(32),
  "lines_seen" JSONB NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX "pool_servers_credential_hash_key" ON "pool_servers" ("credential_hash");
CREATE UNIQUE INDEX "pool_servers_machine_id_key" ON "pool_servers" ("machine_id");
