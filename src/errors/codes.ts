/** The meaning of a failure code: the HTTP status of the response, its cause, and what the client can do. */
interface Meaning {
  status: number
  cause: string
  cure: string
  /** Only the command line reports it; no request is answered with it. */
  isCliOnly?: true
}

const meanings = {
  invalid_request: {
    status: 400,
    cause: 'The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.',
    cure: 'Correct every field that `errors` names. Do not repeat the request unchanged.',
  },
  alias_reserved: {
    status: 400,
    cause:
      'The alias begins with a path that the service or its operator uses, such as `api`, `robots.txt` or `ads.txt`.',
    cure: 'Choose another `custom`.',
  },
  destination_blocked: {
    status: 400,
    cause: 'A URL leads to a host or page that the operator of the service has blocked.',
    cure: 'Send another URL. If the host is blocked by mistake, ask the operator.',
  },
  may_not_scan: {
    status: 400,
    cause: 'The request has `strict=true`, and phones may not read the picture: `errors` says why.',
    cure: 'Change the colors, the logo or the content as `errors` says, or leave `strict` out to get warnings instead.',
  },
  key_missing: {
    status: 401,
    cause: 'The request has no API key, or has it in another form than `Authorization: Bearer <API_KEY>`.',
    cure: 'Send the key in the header `Authorization`.',
  },
  key_unknown: {
    status: 401,
    cause: 'No account has this API key.',
    cure: 'Check that the whole key was copied, or get a new one with `POST /login`.',
  },
  key_revoked: {
    status: 401,
    cause: 'The API key was deleted or replaced.',
    cure: 'Use another key of the account, or get a new one with `POST /login`.',
  },
  key_expired: {
    status: 401,
    cause: 'The API key was valid until a time that has passed.',
    cure: 'Use another key of the account, or get a new one with `POST /login`.',
  },
  login_failed: {
    status: 401,
    cause: 'No account has this name, or the password is not its password.',
    cure: 'Correct `email`, `username` or `password`.',
  },
  bad_signature: {
    status: 401,
    cause: 'The signature of a payment event is missing, wrong or too old.',
    cure: "Set the payment provider's signing secret as the provider shows it, then let the provider send the event again.",
  },
  read_only_key: {
    status: 403,
    cause: 'The API key has the scope `read`, and the operation changes something.',
    cure: 'Use a key with the scope `write`.',
  },
  admin_key_required: {
    status: 403,
    cause:
      'The operation changes the account, its API keys or its webhooks, and the API key has another scope than `admin`.',
    cure: 'Use a key with the scope `admin`, such as the one of the registration or of a login.',
  },
  permission_required: {
    status: 403,
    cause: 'The `permissions` of the API key do not allow the operation.',
    cure: 'Use a key with the permission that `message` names, or let an unrestricted `admin` key add it.',
  },
  ip_not_allowed: {
    status: 403,
    cause: 'The request comes from an address that is not in the `ips` of the API key.',
    cure: 'Send it from an allowed address, or let an `admin` key add the one that `message` names.',
  },
  domain_not_allowed: {
    status: 403,
    cause:
      'The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.',
    cure: 'Send one of the domains of the key as `domain`, or use a key that is not restricted to domains.',
  },
  key_exceeds_maker: {
    status: 403,
    cause: 'The API key of the request is restricted, and may not make or change one that can do more.',
    cure: 'Send `permissions` and `ips` within those of the key of the request, or use a key without restrictions.',
  },
  key_outlives_maker: {
    status: 403,
    cause: 'The new API key would expire later than the key of the request.',
    cure: 'Send an earlier `expires`, or use a key that does not expire.',
  },
  password_required: {
    status: 403,
    cause: 'The API key expires or is restricted, and the request does not have the current password.',
    cure: 'Send it as `currentpassword`, or use an `admin` key that neither expires nor is restricted.',
  },
  password_wrong: {
    status: 403,
    cause: '`currentpassword` is not the password of the account.',
    cure: 'Correct it, or leave it out with an `admin` key that neither expires nor is restricted.',
  },
  plan_limit: {
    status: 403,
    cause: 'The account has as many of these as its plan allows.',
    cure: 'Delete one, or change the plan.',
  },
  key_limit: {
    status: 403,
    cause: 'The account has as many active API keys as it may have.',
    cure: 'Delete a key that is not used.',
  },
  webhook_limit: {
    status: 403,
    cause: 'The account has as many webhooks as it may have.',
    cure: 'Delete a webhook that is not used.',
  },
  template_limit: {
    status: 403,
    cause: 'The account has as many templates of QR codes as it may have.',
    cure: 'Delete a template that is not used.',
  },
  account_suspended: {
    status: 403,
    cause: 'The operator of the service has suspended the account.',
    cure: 'Ask the operator.',
  },
  registration_closed: {
    status: 403,
    cause: 'The operator of the service does not let people register (`REGISTRATION`).',
    cure: 'Ask the operator for an account.',
  },
  link_quarantined: {
    status: 403,
    cause:
      'The operator of the service has quarantined the short link: visitors do not get on, and it cannot be changed or deleted.',
    cure: 'Ask the operator. `quarantine` of the link says why.',
  },
  link_blocked: {
    status: 403,
    cause:
      'The operator of the service has blocked what the address leads to: the destination, the short link, or its account.',
    cure: 'Do not look for another way to the destination. The owner of the link may ask the operator.',
  },
  link_locked: {
    status: 403,
    cause: 'The short link has a password, which was not sent or is wrong.',
    cure: 'Send it as the form field `password` with POST to the address of the link.',
  },
  not_found: {
    status: 404,
    cause: 'There is no such route, or the account has no record with this id.',
    cure: 'Check the URL and the id; list the records of the account.',
  },
  link_not_started: {
    status: 404,
    cause: 'The short link is not active before a set time.',
    cure: 'Try again later, or ask the person who gave you the link.',
  },
  unknown_domain: {
    status: 404,
    cause: 'A reverse proxy asked whether to order a TLS certificate for a domain that this service does not serve.',
    cure: 'Add the domain with `POST /api/domain/add`, and point its DNS at the service.',
  },
  request_timeout: {
    status: 408,
    cause: 'The request did not arrive completely in time.',
    cure: 'Send it again over a faster connection.',
  },
  alias_taken: {
    status: 409,
    cause: 'Another link or bio page has this alias on this domain.',
    cure: 'Choose another `custom`, or leave it out to get one.',
  },
  externalid_taken: {
    status: 409,
    cause: 'Another link, QR code or bio page of the account has this `externalid`; each kind has its own.',
    cure: 'Update what has it, at `ext_<externalid>`, or choose another.',
  },
  slug_taken: {
    status: 409,
    cause: 'Another campaign has this slug.',
    cure: 'Choose another `slug`.',
  },
  domain_taken: {
    status: 409,
    cause: 'The domain is registered already, or was deleted by another account within the last 30 days.',
    cure: 'Use the domain that the account has, or another host.',
  },
  key_replaced: {
    status: 409,
    cause: 'The API key was rotated before: another key replaces it.',
    cure: 'Rotate the key that replaces it. Delete this one to end it sooner.',
  },
  webhook_busy: {
    status: 409,
    cause: 'As many events or tests wait to be sent to the webhook as may.',
    cure: 'Wait until some are sent, or correct the receiver if it fails.',
  },
  email_taken: {
    status: 409,
    cause: 'Another account has this e-mail address.',
    cure: 'Use another address, or log in to that account.',
  },
  username_taken: {
    status: 409,
    cause: 'Another account has this user name; upper and lower case are the same.',
    cure: 'Choose another `username`.',
  },
  idempotency_in_progress: {
    status: 409,
    cause: 'The first request with this `Idempotency-Key` has no answer yet.',
    cure: 'Wait for `Retry-After` seconds, then repeat the request with the same key.',
  },
  already_applied: {
    status: 409,
    cause: 'The payment event was applied already.',
    cure: 'Nothing: an event is not applied twice.',
    isCliOnly: true,
  },
  body_dropped: {
    status: 409,
    cause: 'The body of the payment event was deleted after the time that `WEBHOOK_BODY_DAYS` sets.',
    cure: 'Let the payment provider send the event again.',
    isCliOnly: true,
  },
  redirect_loop: {
    status: 508,
    cause: 'The destination of the short link, of a link of the bio page, or of the domain, leads back to it.',
    cure: 'Ask the person who gave you the link. Its owner changes one of the destinations.',
  },
  link_expired: {
    status: 410,
    cause: 'The short link was active until a set time, or for a number of clicks that is reached.',
    cure: 'Ask the person who gave you the link.',
  },
  body_too_large: {
    status: 413,
    cause:
      'The body is larger than the operation accepts: 1 MiB, 4 MiB for up to 1,000 items, or 256 KiB for a payment event.',
    cure: 'Send less in one request.',
  },
  uri_too_long: {
    status: 414,
    cause: 'The URL of the request is too long.',
    cure: 'Send long values in the body.',
  },
  unsupported_media_type: {
    status: 415,
    cause: 'The body is not JSON, or is compressed (`Content-Encoding`).',
    cure: 'Send JSON, uncompressed, with `Content-Type: application/json`.',
  },
  expectation_failed: {
    status: 417,
    cause: 'The header `Expect` asks for something other than `100-continue`.',
    cure: 'Leave the header out.',
  },
  unknown_host: {
    status: 421,
    cause: 'The host of the request is neither that of `BASE_URL` nor a branded domain.',
    cure: 'Add the domain to an account, or set `BASE_URL` to the public address of the service.',
  },
  idempotency_key_reused: {
    status: 422,
    cause: 'Within 24 hours, another request (method, address or body) was sent with this `Idempotency-Key`.',
    cure: 'Use a new key for each request; repeat a request unchanged.',
  },
  rate_limited: {
    status: 429,
    cause: 'More requests, logins or unsigned events than the limit allows in its window.',
    cure: 'Wait for `Retry-After` seconds, then repeat. Requests in the meantime do not prolong the wait.',
  },
  too_many_unknown: {
    status: 429,
    cause: 'One IP address requested too many short links that do not exist.',
    cure: 'Wait for `Retry-After` seconds.',
  },
  headers_too_large: {
    status: 431,
    cause: 'The headers of the request are larger than 16 KiB.',
    cure: 'Send fewer or smaller headers.',
  },
  internal_error: {
    status: 500,
    cause: 'An error of the service. It was logged with the `X-Request-Id` of the response.',
    cure: 'Report it to the operator with that id.',
  },
  database_away: {
    status: 503,
    cause: 'The database cannot be reached, or does not answer in time.',
    cure: 'Wait for `Retry-After` seconds, then repeat. Where `message` says that it is not known whether a change was made, check before you repeat it.',
  },
  database_full: {
    status: 503,
    cause: 'The disk of the database is full. Stored data can still be read.',
    cure: 'The operator frees space or enlarges the disk; then repeat.',
  },
  database_read_only: {
    status: 503,
    cause: 'The database does not accept changes: it is a replica, or was set to read-only.',
    cure: 'Wait for `Retry-After` seconds, then repeat.',
  },
  busy: {
    status: 503,
    cause: 'Too many requests change the same row, or the queue for work of this kind is full.',
    cure: 'Wait for `Retry-After` seconds, then repeat.',
  },
  starting: {
    status: 503,
    cause: 'The service is starting and not ready for requests.',
    cure: 'Wait for `Retry-After` seconds, then repeat.',
  },
  closing: {
    status: 503,
    cause: 'The service is restarting.',
    cure: 'Wait for `Retry-After` seconds, then repeat over a new connection.',
  },
  certificate_away: {
    status: 503,
    cause: "The payment provider's certificate, which the signature of an event is checked with, cannot be fetched.",
    cure: 'Send the event again; providers do so by themselves.',
  },
} as const satisfies Record<string, Meaning>

/** A stable code by which programs recognize a failure. */
export type FailureCode = keyof typeof meanings

/** All failure codes with their status, cause and cure. */
export const failureCodes: Readonly<Record<FailureCode, Meaning>> = meanings
