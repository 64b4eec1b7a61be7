import { type Static, Type } from '@sinclair/typebox'

const oneOf = <T extends string>(values: T[], options: object) =>
  Type.Unsafe<T>(Type.String({ ...options, enum: values }))

/**
 * Every setting, by the name of its environment variable. One marked `secret` can also be given as `NAME_FILE`, the path
 * of a file that holds it. This is the only list: .env.example and docs/settings.md are checked against it.
 */
export const Settings = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000, description: 'TCP port to listen on.' }),
  HOST: Type.String({ default: '0.0.0.0', description: 'Address to listen on.' }),
  BASE_URL: Type.String({
    default: '',
    description: 'Public address of the service, used in every URL we print. Empty: http://localhost:<PORT>.',
  }),
  DATABASE_URL: Type.String({
    default: '',
    secret: true,
    description: 'postgres:// URL of a Postgres 15+ server. Empty: the embedded database under DATA_DIR.',
  }),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 2,
    maximum: 500,
    default: 10,
    description:
      'Connections to the Postgres server in all; at least 4 are used, about four in ten of them for visitors alone.',
  }),
  DATABASE_LISTEN_URL: Type.String({
    default: '',
    secret: true,
    description:
      'postgres:// URL of the server itself, for the connection that listens, where DATABASE_URL leads to PgBouncer. Empty: DATABASE_URL.',
  }),
  DATA_DIR: Type.String({ default: './data', description: 'Directory of the embedded database and the first key.' }),
  REDIS_URL: Type.String({
    default: '',
    secret: true,
    description:
      'redis:// URL that keeps the rate-limit counters of several instances. Empty: counted in this process.',
  }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 30,
    description: 'API requests a minute for each API key, or each IP address where no valid key was sent.',
  }),
  MAX_CONNECTIONS: Type.Integer({
    minimum: 10,
    maximum: 1_000_000,
    default: 10_000,
    description: 'Connections that clients may have open at a time, in all. One too many is closed.',
  }),
  MAX_CONNECTIONS_PER_ADDRESS: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 1000,
    description:
      'The same of one address; an IPv6 network of 64 bits is one. Proxies of TRUST_PROXY may have any number.',
  }),
  REGISTRATION: oneOf(['open', 'closed', ''], {
    default: '',
    description: 'Whether POST /register makes accounts. Empty: open while BASE_URL is loopback, else closed.',
  }),
  TRIAL_DAYS: Type.Integer({ minimum: 0, maximum: 3650, default: 14, description: 'Days of `pro` a new account has.' }),
  LIST_ERROR: oneOf(['string', 'integer'], {
    default: 'string',
    description: 'How lists carry `error`: "0" as documented, or 0 for older clients that compare with ===.',
  }),
  DOMAIN_CHECK: oneOf(['on', 'off', ''], {
    default: '',
    description: 'Whether a new domain must already point here. Empty: off while BASE_URL is loopback, else on.',
  }),
  TRUST_PROXY: Type.String({
    default: '',
    description:
      'Proxies whose X-Forwarded-* headers are believed: addresses or networks with commas, or how many. Empty: none.',
  }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Least severe log line to print.',
  }),
  ASSETS_DIR: Type.String({ default: './assets', description: 'Directory of pictures a QR logo may name by path.' }),
  PIXEL_TEMPLATES: Type.String({
    default: '',
    description: 'JSON file saying what a visitor is sent for each pixel type. Empty: nothing is sent.',
  }),
  GEO_DB: Type.String({ default: '', description: 'An .mmdb file to take countries from. Empty: the one we ship.' }),
  RESPECT_DNT: oneOf(['on', 'off'], {
    default: 'off',
    description: 'on: a visit with DNT or Sec-GPC is counted without visitor hash, country, referrer or agent.',
  }),
  CLICK_RETENTION_MONTHS: Type.Integer({
    minimum: 0,
    maximum: 1200,
    default: 0,
    description: 'Months that raw visits are kept; the counters stay. 0: for ever.',
  }),
  SECRET: Type.String({
    default: '',
    secret: true,
    maxLength: 512,
    pattern: '^(.{16,})?$',
    description:
      'Signs cookies and private links, 16 characters or more. A new one ends what was signed. Empty: one is made and kept in the database.',
  }),
  CLICK_COMMIT_TIMEOUT_MS: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 250,
    description: 'Longest time, in milliseconds, a redirect waits for its click to be committed.',
  }),
  STRIPE_WEBHOOK_SECRETS: Type.String({
    default: '',
    secret: true,
    description:
      'Signing secrets (whsec_…) of the Stripe endpoint, with commas during a roll. Empty: events have no effect.',
  }),
  PADDLE_WEBHOOK_SECRETS: Type.String({
    default: '',
    secret: true,
    description:
      'Secret keys (pdl_ntfset_…) of the Paddle notification destination, with commas. Empty: events have no effect.',
  }),
  PAYSTACK_SECRET_KEY: Type.String({
    default: '',
    secret: true,
    description: 'Secret key (sk_…) of the Paystack account, which signs its events. Empty: events have no effect.',
  }),
  PAYPAL_WEBHOOK_ID: Type.String({
    default: '',
    secret: true,
    description: 'Id of the webhook in the PayPal app, a part of what PayPal signs. Empty: events have no effect.',
  }),
  WEBHOOK_BODY_DAYS: Type.Integer({
    minimum: 0,
    maximum: 3660,
    default: 90,
    description: 'Days after which the body of a payment event that has had its effect is dropped. 0: never.',
  }),
  PLANS_FILE: Type.String({
    default: '',
    description: 'JSON file with the limits of each plan and the prices that buy one. Empty: no limits, no prices.',
  }),
  PAYMENTS_BY_EMAIL: oneOf(['on', 'off'], {
    default: 'off',
    description:
      'on: a payment that names no account counts for the account with the e-mail of the payer, though nobody verified it.',
  }),
  PLAN_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3660,
    default: 31,
    description: 'Days of `pro` that a payment buys when nothing tells its period.',
  }),
})

export type Settings = Static<typeof Settings>
