-- Of the resources of one name in a stack only one is current; the others have been replaced
CREATE UNIQUE INDEX "cloud_resources_current_name_key" ON "cloud_resources"("stack_id", "name") WHERE NOT "replaced";
