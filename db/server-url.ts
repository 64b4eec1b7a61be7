/** The directory of the Unix socket in a database URL of the form of libpq: `postgres:///waymark?host=/var/run/postgresql`. */
export function socketDirectory(url: string): string | undefined {
  const directory = URL.canParse(url) ? new URL(url).searchParams.get('host') : null
  return directory?.startsWith('/') ? directory : undefined
}

/** Where a database URL leads, without user and password: `localhost:5432`, or the directory of a Unix socket. */
export function serverPlace(url: string): string {
  return socketDirectory(url) ?? new URL(url).host
}
