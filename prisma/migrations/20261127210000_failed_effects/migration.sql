-- What failed in a run is asked for every few seconds while it goes on: few events are of that kind.
CREATE INDEX "events_failed_effects_idx" ON "events"("run_id")
  WHERE "run_id" IS NOT NULL AND "kind" = 'effect.finished' AND "level" = 'error';
