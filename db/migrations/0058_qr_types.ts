import { type Kysely, sql } from 'kysely'

// Not validated again: all stored codes have one of the types before.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table qr_codes drop constraint qr_codes_type_check,
      add constraint qr_codes_type_check check (type in ('text', 'vcard', 'link', 'email', 'phone', 'sms', 'wifi',
        'event', 'geo', 'whatsapp', 'app')) not valid`.execute(db)
}
