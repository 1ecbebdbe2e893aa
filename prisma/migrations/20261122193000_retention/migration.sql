-- What is over for long goes, table by table. A run outlives its log: it tells that it had one.
ALTER TABLE "runs" ADD COLUMN "log_removed_at" TIMESTAMPTZ(3);

-- What is to go is found without looking at what stays.
CREATE INDEX "runs_finished_at_idx" ON "runs"("finished_at");
CREATE INDEX "events_without_run_idx" ON "events"("at") WHERE "run_id" IS NULL;
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at");
CREATE INDEX "environments_deleted_at_idx" ON "environments"("deleted_at") WHERE "deleted_at" IS NOT NULL;
-- A stack takes its operations along.
CREATE INDEX "stack_operations_stack_id_idx" ON "stack_operations"("stack_id");
