-- Categories that somebody made before any package had them: of a tenant, or everybody's (tenant empty).
CREATE TABLE "package_categories" (
    "id" CHAR(32) NOT NULL,
    "tenant_id" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "package_categories_pkey" PRIMARY KEY ("id", "tenant_id")
);

-- What lists of the catalog tell of a package instead of what its manifest says: {name, description, tags, categories}.
ALTER TABLE "packages" ADD COLUMN "presented" JSONB;

-- Templates that other tenants may use and copy, and when a template was changed last.
ALTER TABLE "environment_templates" ADD COLUMN "is_public" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "environment_templates" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "environment_templates" SET "updated_at" = "created_at";
CREATE INDEX "environment_templates_public" ON "environment_templates" ("created_at") WHERE "is_public";
