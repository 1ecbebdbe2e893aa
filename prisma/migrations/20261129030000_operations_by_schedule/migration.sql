-- What a schedule runs with an operation of a package: its name, its title, its parameters.
ALTER TABLE "schedules" ADD COLUMN "operation" JSONB;
