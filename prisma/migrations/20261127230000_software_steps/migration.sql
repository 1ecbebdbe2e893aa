-- What agents do of an action of a resource: each is a step of the run that asked for it.
ALTER TABLE "cloud_stack_events" ADD COLUMN "software" JSONB;
