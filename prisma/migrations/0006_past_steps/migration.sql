-- How long the same step took before: the newest effects of one kind, over all environments
CREATE INDEX "events_past_steps_idx" ON "events"((CASE WHEN "data"->>'effect' = 'plan' THEN 'plan ' || ("data"->>'title') ELSE "data"->>'effect' END), "at" DESC) WHERE "kind" = 'effect.finished';
