-- What the pictures of a hosted model cost by its list price, in millionths of a US dollar, over all attempts.
ALTER TABLE "generations" ADD COLUMN "provider_micro_usd" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "generations" ADD CONSTRAINT "generations_provider_micro_usd_check" CHECK ("provider_micro_usd" >= 0);
