-- How many networks of its own a tenant with limits of its own may have; what those had before is the embedded cloud's default
ALTER TABLE "tenant_quotas" ADD COLUMN "networks" INTEGER NOT NULL DEFAULT 100;
