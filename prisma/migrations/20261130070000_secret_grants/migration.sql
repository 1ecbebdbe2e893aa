-- By what the agent of a server may fetch the secrets of the plan that it was given last
ALTER TABLE "pool_servers" ADD COLUMN "secret_grant" JSONB NOT NULL DEFAULT '{}';
