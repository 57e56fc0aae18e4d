-- AlterTable
ALTER TABLE "mockups" ADD COLUMN "side" TEXT NOT NULL DEFAULT 'front';
