import { type Kysely, sql } from 'kysely'

// A portrait may be a small picture in a data URI.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bios drop constraint bios_image_check`.execute(db)
  await sql`alter table bios add constraint bios_image_check check (length(image) <= 65536)`.execute(db)
}
