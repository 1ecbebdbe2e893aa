-- Commands of a plan mean what its package says that they do.
ALTER TABLE "cloud_plans" ADD COLUMN "package" TEXT;
