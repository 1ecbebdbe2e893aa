-- What ends without which machine of what was saved; null: unknown
ALTER TABLE "environment_templates" ADD COLUMN "losses" JSONB;
