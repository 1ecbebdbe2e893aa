-- What was said last of a service or unit is found without reading the whole log of its environment.
CREATE INDEX "events_reports_idx" ON "events"("environment_id", "entity_id", "seq") WHERE "kind" = 'report';
