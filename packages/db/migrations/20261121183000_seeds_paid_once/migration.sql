-- AlterTable
ALTER TABLE "generations" ADD COLUMN     "provider_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];

UPDATE "generations" SET "provider_ids" = ARRAY["provider_id"] WHERE "provider_id" IS NOT NULL;
