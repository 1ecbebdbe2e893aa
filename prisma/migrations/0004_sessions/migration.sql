-- Which deployment holds an environment; a column, so that a conditional update decides the race.
ALTER TABLE "environments" ADD COLUMN "active_deployment_id" CHAR(32);

-- Edits of one draft at the same time: a write states the revision it read.
ALTER TABLE "sessions" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "deployments" ADD COLUMN "idempotency_key" TEXT;
CREATE INDEX "deployments_session_id_idx" ON "deployments"("session_id");

-- Living environments of a tenant have names of their own.
CREATE UNIQUE INDEX "environments_living_name_key" ON "environments"("tenant_id", lower("name"))
  WHERE "deleting_at" IS NULL;

-- Ends a statement, and all it did, when what it counted on is no longer so.
CREATE FUNCTION vetro_demand(holds BOOLEAN, what TEXT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
  IF holds IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = 'VT001', MESSAGE = what;
  END IF;
  RETURN TRUE;
END $$;
