-- Environments on paper, that a tenant saved to make others from.
CREATE TABLE "environment_templates" (
    "id" CHAR(32) NOT NULL,
    "tenant_id" CHAR(32) NOT NULL,
    "name" TEXT NOT NULL,
    "blueprint" JSONB NOT NULL,
    "created_by" CHAR(32) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "environment_templates_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "environment_templates_tenant_id_created_at_idx" ON "environment_templates"("tenant_id", "created_at");

-- Templates of a tenant have names of their own.
CREATE UNIQUE INDEX "environment_templates_name_key" ON "environment_templates"("tenant_id", lower("name"));
