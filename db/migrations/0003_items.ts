import { type Kysely, sql } from 'kysely'

// Links, bio pages and QR codes, which visitors open, and the tables that group them.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table links (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      url text not null check (length(url) <= 2048),
      status text not null default 'public' check (status in ('public', 'private')),
      type text not null default 'direct' check (type in ('direct', 'frame', 'splash', 'overlay')),
      splash_id bigint references splashes on delete set null,
      overlay_id bigint references overlays on delete set null,
      campaign_id bigint references campaigns on delete set null,
      password_hash text,
      expires_at timestamptz,
      expirationredirect text check (length(expirationredirect) <= 2048),
      clicklimit bigint check (clicklimit > 0),
      description text check (length(description) <= 2000),
      metatitle text check (length(metatitle) <= 255),
      metadescription text check (length(metadescription) <= 2000),
      metaimage text check (length(metaimage) <= 2048),
      geotarget jsonb not null default '[]',
      devicetarget jsonb not null default '[]',
      languagetarget jsonb not null default '[]',
      timetarget jsonb not null default '[]',
      splittarget jsonb not null default '[]',
      parameters jsonb not null default '[]',
      deeplink jsonb,
      forward boolean not null default false,
      publicstats boolean not null default false,
      clicks bigint not null default 0,
      uniqueclicks bigint not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    ) with (fillfactor = 85)`.execute(db)
  await sql`create index links_account on links (account_id, id desc)`.execute(db)
  await sql`create index links_account_url on links (account_id, md5(url))`.execute(db)
  await sql`create index links_campaign on links (campaign_id) where campaign_id is not null`.execute(db)
  await sql`create index links_splash on links (splash_id) where splash_id is not null`.execute(db)
  await sql`create index links_overlay on links (overlay_id) where overlay_id is not null`.execute(db)

  await sql`
    create table bios (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      name text not null check (length(name) between 1 and 255),
      title text check (length(title) <= 255),
      description text check (length(description) <= 2000),
      image text check (length(image) <= 2048),
      theme text not null default 'plain' check (length(theme) <= 64),
      blocks jsonb not null default '[]',
      published boolean not null default true,
      clicks bigint not null default 0,
      uniqueclicks bigint not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    ) with (fillfactor = 85)`.execute(db)
  await sql`create index bios_account on bios (account_id, id desc)`.execute(db)

  // One table of aliases for links and bio pages, because an alias is unique per domain. When a domain is deleted, its
  // aliases are detached: they are kept but no longer served, and do not reserve the alias.
  await sql`
    create table aliases (
      id bigint generated always as identity primary key,
      domain_id bigint references domains on delete no action,
      alias text not null check (alias ~ '^[A-Za-z0-9_-]{3,50}$'),
      link_id bigint unique references links on delete cascade,
      bio_id bigint unique references bios on delete cascade,
      detached boolean not null default false,
      check (num_nonnulls(link_id, bio_id) = 1),
      check (not (detached and domain_id is not null))
    )`.execute(db)
  await sql`
    create unique index aliases_own on aliases (alias) where domain_id is null and not detached`.execute(db)
  await sql`
    create unique index aliases_domain on aliases (domain_id, alias) where domain_id is not null`.execute(db)

  await sql`
    create table link_pixels (
      link_id bigint not null references links on delete cascade,
      pixel_id bigint not null references pixels on delete cascade,
      primary key (link_id, pixel_id)
    )`.execute(db)
  await sql`create index link_pixels_pixel on link_pixels (pixel_id)`.execute(db)

  await sql`
    create table qr_codes (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      code text not null unique check (code ~ '^[A-Za-z0-9]{5,32}$'),
      name text not null check (length(name) <= 255),
      type text not null check (type in ('text', 'vcard', 'link', 'email', 'phone', 'sms', 'wifi')),
      data jsonb not null,
      is_static boolean not null,
      background text,
      foreground text,
      logo text,
      logo_image bytea,
      scans bigint not null default 0,
      uniquescans bigint not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    ) with (fillfactor = 85)`.execute(db)
  await sql`create index qr_codes_account on qr_codes (account_id, id desc)`.execute(db)

  await sql`
    create table channel_items (
      id bigint generated always as identity primary key,
      channel_id bigint not null references channels on delete cascade,
      link_id bigint references links on delete cascade,
      bio_id bigint references bios on delete cascade,
      qr_id bigint references qr_codes on delete cascade,
      created_at timestamptz not null default now(),
      check (num_nonnulls(link_id, bio_id, qr_id) = 1),
      unique nulls not distinct (channel_id, link_id, bio_id, qr_id)
    )`.execute(db)
  await sql`create index channel_items_channel on channel_items (channel_id, id desc)`.execute(db)
  await sql`create index channel_items_link on channel_items (link_id) where link_id is not null`.execute(db)
  await sql`create index channel_items_bio on channel_items (bio_id) where bio_id is not null`.execute(db)
  await sql`create index channel_items_qr on channel_items (qr_id) where qr_id is not null`.execute(db)
}
