-- How many changes a draft holds stands with it, so that a list of drafts reads no documents. Drafts from before are
-- counted by the list until they are edited.
ALTER TABLE "sessions" ADD COLUMN "changes" INTEGER;
UPDATE "sessions" SET "changes" = 0 WHERE "model" = "base_model";
