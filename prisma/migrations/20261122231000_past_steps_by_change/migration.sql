-- How long the same step took before: plans by their template, changes of the stack by what they change
DROP INDEX "events_past_steps_idx";
CREATE INDEX "events_past_steps_idx" ON "events"((CASE WHEN "data"->>'effect' = 'plan' THEN 'plan ' || ("data"->>'title') ELSE ("data"->>'effect') || coalesce(' ' || nullif("data"->>'changes', ''), '') END), "at" DESC) WHERE "kind" = 'effect.finished';
-- How long machines started before
CREATE INDEX "events_machine_starts_idx" ON "events"("at" DESC) WHERE "kind" = 'machine.changed' AND "data"->>'phase' = 'booting';
