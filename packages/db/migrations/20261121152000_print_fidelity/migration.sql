-- AlterTable
ALTER TABLE "mockups" ADD COLUMN     "print_fidelity" INTEGER,
ADD COLUMN     "print_path" TEXT;

-- CreateTable
CREATE TABLE "provider_webhooks" (
    "id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provider_webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "provider_webhooks_received_at_idx" ON "provider_webhooks"("received_at");
