-- Events are the most that is written. Few have a key, and those outside of runs need no place in the index of runs.
DROP INDEX "events_environment_id_key_key";
CREATE UNIQUE INDEX "events_environment_id_key_key" ON "events"("environment_id", "key") WHERE "key" IS NOT NULL;
DROP INDEX "events_run_id_seq_idx";
CREATE INDEX "events_run_id_seq_idx" ON "events"("run_id", "seq") WHERE "run_id" IS NOT NULL;

-- Every statement that appends an event takes the row of its environment by an update, which numbers the event: one without
-- an environment cannot be. The foreign key looked for that row once more and locked it, for each event. What it did when
-- an environment goes, a trigger does once for all its events.
ALTER TABLE "events" DROP CONSTRAINT "events_environment_id_fkey";
CREATE FUNCTION delete_events_of_environments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM events USING gone WHERE events.environment_id = gone.id;
  RETURN NULL;
END $$;
CREATE TRIGGER environments_events_go AFTER DELETE ON "environments"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_events_of_environments();
