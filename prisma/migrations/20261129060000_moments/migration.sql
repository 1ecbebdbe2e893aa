-- What the log tells of machines is read for a moment of the past; of a long log it is little.
CREATE INDEX "events_of_machines_idx" ON "events"("environment_id", "seq")
  WHERE "kind" IN ('machine.changed', 'machine.checked');
