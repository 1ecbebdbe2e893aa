-- What lists tell of a draft, noted when it is written: they need not read documents.
ALTER TABLE "sessions"
  ADD COLUMN "changes_services" BOOLEAN GENERATED ALWAYS AS ("model" -> 'services' <> "base_model" -> 'services') STORED,
  ADD COLUMN "service_count" INTEGER GENERATED ALWAYS AS (jsonb_array_length("model" -> 'services')) STORED;

CREATE INDEX "sessions_open_idx" ON "sessions"("environment_id") WHERE "state" = 'open';
