-- What was done in one environment, newest first: the expression is the one that its query asks for.
CREATE INDEX "audit_entries_environment_idx" ON "audit_entries"
  ((coalesce(details->>'environmentId', CASE WHEN target = 'environment' THEN target_id END)), "id");
