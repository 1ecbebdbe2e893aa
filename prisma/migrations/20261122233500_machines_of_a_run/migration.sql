-- How many machines a run added to its environment, or took away when below zero: what their number was on a day is
-- reckoned back from what it is.
ALTER TABLE "runs" ADD COLUMN "machines_added" INTEGER;
UPDATE "runs" SET "machines_added" =
    jsonb_array_length(jsonb_path_query_array("model_after", '$.services[*].units[*]'))
  - jsonb_array_length(jsonb_path_query_array("model_before", '$.services[*].units[*]'))
 WHERE "finished_at" > now() - interval '30 days' AND "model_after" IS NOT NULL AND "model_before" IS NOT NULL;
