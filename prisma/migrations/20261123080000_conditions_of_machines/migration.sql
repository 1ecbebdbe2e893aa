-- What is known of what a machine is for, beside whether it is up.
ALTER TABLE "machines" ADD COLUMN "condition" TEXT;
