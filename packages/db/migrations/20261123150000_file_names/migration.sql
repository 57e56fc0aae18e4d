-- AlterTable
ALTER TABLE "users" ADD COLUMN     "name_template" TEXT;

ALTER TABLE "users" ADD CONSTRAINT "users_name_template_length" CHECK (char_length("name_template") BETWEEN 1 AND 120);
