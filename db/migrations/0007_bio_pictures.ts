import { type Kysely, sql } from 'kysely'

// The image of a bio page may be a data URI, which is longer than a URL.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bios drop constraint bios_image_check`.execute(db)
  await sql`alter table bios add constraint bios_image_check check (length(image) <= 65536)`.execute(db)
}
