-- By which browser a sign-in is told from another one: "Firefox, Windows"; empty where nobody knows.
ALTER TABLE "sign_ins" ADD COLUMN "browser" TEXT NOT NULL DEFAULT '';
