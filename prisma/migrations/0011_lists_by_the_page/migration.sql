-- How many services an environment has, counted when its document is written: lists tell it without reading documents.
ALTER TABLE "environments" ADD COLUMN "service_count" INTEGER
  GENERATED ALWAYS AS (jsonb_array_length("model" -> 'services')) STORED;

-- The newest change first, a page at a time.
CREATE INDEX "environments_living_updated_idx" ON "environments"("tenant_id", "updated_at", "id")
  WHERE "deleted_at" IS NULL;
