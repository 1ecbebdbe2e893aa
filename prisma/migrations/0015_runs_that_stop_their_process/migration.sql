-- Which runs take their process with them: such a run is given up instead of being tried for ever.
ALTER TABLE "deployments" ADD COLUMN "run_computing" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "run_steps" INTEGER,
ADD COLUMN "run_deaths" INTEGER NOT NULL DEFAULT 0;
