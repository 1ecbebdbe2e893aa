-- Which program an agent runs, which one it could not run, and which one it was told to change to.
ALTER TABLE "pool_servers" ADD COLUMN "agent_update" JSONB NOT NULL DEFAULT '{}';
