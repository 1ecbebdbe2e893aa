-- Agents sign their calls with a key pair of their own; the server knows the public half.
ALTER TABLE "pool_servers"
  ALTER COLUMN "credential_hash" DROP NOT NULL,
  ADD COLUMN "agent_key" TEXT,
  ADD COLUMN "retired_key" TEXT,
  ADD COLUMN "agent_session" JSONB NOT NULL DEFAULT '{}';

-- A code with which a server that is in the pool enrols anew.
ALTER TABLE "enrolment_codes" ADD COLUMN "server_id" CHAR(32) REFERENCES "pool_servers" ("id") ON DELETE CASCADE;
