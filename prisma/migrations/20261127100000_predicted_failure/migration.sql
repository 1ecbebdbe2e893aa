-- What a preview of a draft has found to fail for sure holds its deployment: {revision, code, sentence}.
ALTER TABLE "sessions" ADD COLUMN "predicted_failure" JSONB;
