import { type Static, Type } from '@sinclair/typebox'

const oneOf = <T extends string>(values: T[], options: object) =>
  Type.Unsafe<T>(Type.String({ ...options, enum: values }))

/**
 * All settings, by the name of their environment variable. Those marked `secret` can also be given as `NAME_FILE`, the
 * path of a file with the value. .env.example and the table in docs/settings.md are generated from this list.
 */
export const Settings = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000, description: 'TCP port to listen on.' }),
  HOST: Type.String({ default: '0.0.0.0', description: 'Address to listen on.' }),
  BASE_URL: Type.String({
    default: '',
    description: 'Public URL of the service, used in all URLs in responses. Empty: http://localhost:<PORT>.',
  }),
  DATABASE_URL: Type.String({
    default: '',
    secret: true,
    description:
      'postgres:// URL of a Postgres 15+ server, or of its Unix socket: postgres:///waymark?host=/var/run/postgresql. Empty: the embedded database under DATA_DIR.',
  }),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 2,
    maximum: 500,
    default: 10,
    description:
      'Maximum connections to the Postgres server; at least 4 are used, about 40 % of them only for visitors.',
  }),
  DATABASE_LISTEN_URL: Type.String({
    default: '',
    secret: true,
    description:
      'postgres:// URL of the server itself for LISTEN, if DATABASE_URL is that of PgBouncer. Empty: DATABASE_URL.',
  }),
  STATISTICS_DATABASE_URL: Type.String({
    default: '',
    secret: true,
    description: 'postgres:// URL of a streaming replica that statistics are read from. Empty: DATABASE_URL.',
  }),
  CLICKHOUSE_URL: Type.String({
    default: '',
    secret: true,
    maxLength: 2000,
    description:
      'URL of a ClickHouse server that all visits are also sent to, such as https://user:password@host:8443/database (docs/clickhouse.md). Empty: none.',
  }),
  STATISTICS_ENGINE: oneOf(['postgres', 'clickhouse'], {
    default: 'postgres',
    description: 'Where statistics over time are read from; clickhouse needs CLICKHOUSE_URL.',
  }),
  DATA_DIR: Type.String({ default: './data', description: 'Directory of the embedded database and the first key.' }),
  REDIS_URL: Type.String({
    default: '',
    secret: true,
    description:
      'redis:// URL for the rate-limit counters that several instances share. Empty: counted in this process.',
  }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 30,
    description: 'API requests per minute for each API key, or each IP address without a valid key.',
  }),
  MAX_CONNECTIONS: Type.Integer({
    minimum: 10,
    maximum: 1_000_000,
    default: 10_000,
    description: 'Maximum open connections of clients. Further ones are closed.',
  }),
  MAX_CONNECTIONS_PER_ADDRESS: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 1000,
    description:
      'Maximum open connections per IPv4 address or IPv6 /64 network. Proxies in TRUST_PROXY are not limited.',
  }),
  REGISTRATION: oneOf(['open', 'closed', ''], {
    default: '',
    description: 'Whether POST /register is open. Empty: open while BASE_URL is loopback, else closed.',
  }),
  TRIAL_DAYS: Type.Integer({ minimum: 0, maximum: 3650, default: 14, description: 'Days of `pro` for new accounts.' }),
  LIST_ERROR: oneOf(['string', 'integer'], {
    default: 'string',
    description: 'Type of `error` in lists: "0" as documented, or 0 for older clients that compare with ===.',
  }),
  DOMAIN_CHECK: oneOf(['on', 'off', ''], {
    default: '',
    description:
      'Whether a new domain must already point at the service. Empty: off while BASE_URL is loopback, else on.',
  }),
  TRUST_PROXY: Type.String({
    default: '',
    description:
      'Proxies whose X-Forwarded-* headers are trusted: addresses or networks separated by commas, or their number. Empty: none.',
  }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Minimum level of log lines.',
  }),
  ACCESS_LOG: oneOf(['on', 'off'], {
    default: 'off',
    description: 'on: a log line for every request, without URL and address, at the level info.',
  }),
  METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 0,
    description: 'TCP port that serves metrics for Prometheus at /metrics, for your own network only. 0: none.',
  }),
  METRICS_TOKEN: Type.String({
    default: '',
    secret: true,
    maxLength: 512,
    pattern: '^([\\x21-\\x7e]{16,})?$',
    description:
      'Bearer token of at least 16 characters with which the host of BASE_URL serves /metrics, and METRICS_PORT asks for. Empty: it does not, and METRICS_PORT asks for none.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.String({
    default: '',
    maxLength: 2000,
    pattern: '^(https?://[^\\s/?#]+(/[^\\s?#]*)?)?$',
    description:
      'URL of an OpenTelemetry collector that takes OTLP over HTTP, to which traces are sent. Empty: none are recorded.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({
    default: '',
    secret: true,
    maxLength: 4000,
    pattern: "^([!#$%&'*+.^_`|~0-9A-Za-z-]+=([^,%\\s]|%[0-9a-fA-F]{2})*(,|$))*$",
    description: 'Headers for the collector, such as api-key=…, separated by commas.',
  }),
  OTEL_SERVICE_NAME: Type.String({
    default: 'waymark',
    minLength: 1,
    maxLength: 200,
    description: 'Name of this service in traces.',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'Share of the requests that are traced, chosen at random: 0.01 is one of a hundred.',
  }),
  IMPORT_MAX_MB: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 100,
    description: 'Maximum size of a file that is imported over the API, in MiB. The command line has no limit.',
  }),
  ASSETS_DIR: Type.String({
    default: './assets',
    description: 'Directory of pictures that QR logos can refer to by path.',
  }),
  PIXEL_TEMPLATES: Type.String({
    default: '',
    description: 'JSON file with the snippet for each pixel type. Empty: pixels do nothing.',
  }),
  APP_LINKS_FILE: Type.String({
    default: '',
    description: 'JSON file with the apps that open the links of the host of BASE_URL. Empty: none.',
  }),
  APP_SCHEMES: Type.String({
    default: '',
    description:
      'Schemes of apps that deep links may have besides https, separated by commas, such as myapp,spotify. Empty: none.',
  }),
  ABUSE_REPORTS: oneOf(['on', 'off'], {
    default: 'off',
    description:
      'on: visitors can report links at /report-abuse, to which the pages between a link and its destination lead.',
  }),
  ABUSE_EMAIL: Type.String({
    default: '',
    maxLength: 254,
    pattern: '^([^\\s@]+@[^\\s@]+)?$',
    description: 'E-mail address for reports of abuse, shown on the page of reports. Empty: none.',
  }),
  BLOCKED_HOSTS_FILE: Type.String({
    default: '',
    description:
      'File with hosts and URLs that no link may lead to, one a line (docs/abuse.md). It is read again when it changes. Empty: none.',
  }),
  BLOCKED_HOSTS_URLS: Type.String({
    default: '',
    maxLength: 8192,
    description:
      'URLs of such lists, separated by spaces, at most 10; each is fetched every hour by one instance. A comma is part of a URL. Empty: none.',
  }),
  GEO_DB: Type.String({
    default: '',
    description: 'An .mmdb file with the countries of IP addresses. Empty: the bundled one.',
  }),
  CITY_DB: Type.String({
    default: '',
    description: 'An .mmdb file with the cities of IP addresses, by which visits are grouped too. Empty: none.',
  }),
  RESPECT_DNT: oneOf(['on', 'off'], {
    default: 'off',
    description: 'on: a visit with DNT or Sec-GPC is counted without visitor hash, country, referrer or agent.',
  }),
  CLICK_RETENTION_MONTHS: Type.Integer({
    minimum: 0,
    maximum: 1200,
    default: 0,
    description: 'Months after which raw visits are deleted; their counts are kept. 0: never.',
  }),
  EVENT_RETENTION_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 90,
    description: 'Days after which events are deleted.',
  }),
  LINK_CHECK_HOURS: Type.Integer({
    minimum: 0,
    maximum: 720,
    default: 24,
    description: 'Hours between two checks of the destination of a link with `watch`. 0: none is checked.',
  }),
  OPERATOR_TOKEN: Type.String({
    default: '',
    secret: true,
    maxLength: 512,
    pattern: '^([\\x21-\\x7e]{24,})?$',
    description:
      'Bearer token of at least 24 characters for /internal/abuse/ on the host of BASE_URL, with which a program of the operator blocks hosts, links and accounts (docs/abuse.md). Empty: there is no such API.',
  }),
  SECRET: Type.String({
    default: '',
    secret: true,
    maxLength: 512,
    pattern: '^(.{16,})?$',
    description:
      'Secret of at least 16 characters that signs cookies and private links and encrypts the secrets of webhooks; a new one invalidates them. Empty: a generated one in the database.',
  }),
  CLICK_COMMIT_TIMEOUT_MS: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 100,
    description: 'Maximum time in milliseconds from a request to its redirect if its visit is not committed by then.',
  }),
  CLICK_BUFFER_MB: Type.Integer({
    minimum: 1,
    maximum: 4096,
    default: 128,
    description:
      'Memory in MB for visits that wait while the database is away, about 1,700 visits each; what comes when it is full is not counted.',
  }),
  STRIPE_WEBHOOK_SECRETS: Type.String({
    default: '',
    secret: true,
    description: 'Signing secrets (whsec_…) of the Stripe endpoint, separated by commas. Empty: events have no effect.',
  }),
  PADDLE_WEBHOOK_SECRETS: Type.String({
    default: '',
    secret: true,
    description:
      'Secret keys (pdl_ntfset_…) of the Paddle notification destination, separated by commas. Empty: events have no effect.',
  }),
  PAYSTACK_SECRET_KEY: Type.String({
    default: '',
    secret: true,
    description: 'Secret key (sk_…) of the Paystack account, which signs its events. Empty: events have no effect.',
  }),
  PAYPAL_WEBHOOK_ID: Type.String({
    default: '',
    secret: true,
    description: 'Id of the webhook in the PayPal app, which is part of the signed text. Empty: events have no effect.',
  }),
  WEBHOOK_BODY_DAYS: Type.Integer({
    minimum: 0,
    maximum: 3660,
    default: 90,
    description: 'Days after which the bodies of applied payment events are deleted. 0: never.',
  }),
  PLANS_FILE: Type.String({
    default: '',
    description: 'JSON file with the limits and prices of the plans. Empty: no limits, no prices.',
  }),
  PAYMENTS_BY_EMAIL: oneOf(['on', 'off'], {
    default: 'off',
    description:
      'on: a payment without an account id counts for the account with the e-mail address of the payer, although addresses are not verified.',
  }),
  PLAN_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3660,
    default: 31,
    description: 'Days of `pro` that a payment without a known period buys.',
  }),
})

export type Settings = Static<typeof Settings>
