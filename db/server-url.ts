// The user of a URL whose host is only the directory of a socket, a form that libpq takes and `URL` refuses.
const USER_WITHOUT_HOST = /^(postgres(?:ql)?:\/\/[^@/?#]+@)(?=(?::\d+)?(?:\/[^?#]*)?\?(?:.*&)?host=(?:\/|%2F))/i

/** A database URL in a form that `URL` reads: `postgres://ada@/waymark?host=/run` gets `localhost` as its host. */
export const readableUrl = (url: string): string => url.replace(USER_WITHOUT_HOST, '$1localhost')

/** The directory of the Unix socket in a database URL of the form of libpq: `postgres:///waymark?host=/var/run/postgresql`. */
export function socketDirectory(url: string): string | undefined {
  const directory = URL.canParse(url) ? new URL(url).searchParams.get('host') : null
  return directory?.startsWith('/') ? directory : undefined
}

/** Where a database URL leads, without user and password: `localhost:5432`, or the directory of a Unix socket. */
export function serverPlace(url: string): string {
  return socketDirectory(url) ?? new URL(url).host
}
