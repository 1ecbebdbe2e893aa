-- How many public addresses a tenant with limits of its own may have; what those had before is the embedded cloud's default
ALTER TABLE "tenant_quotas" ADD COLUMN "public_addresses" INTEGER NOT NULL DEFAULT 20;
