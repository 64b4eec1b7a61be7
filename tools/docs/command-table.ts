// What the commands of the documentation need to be run here, and which cannot be.

/** Commands that are not run, and why. */
export const NOT_RUN: [RegExp, string][] = [
  [/docker compose /, 'needs Docker; tools/deploy checks the Compose files, tools/install each line of the Dockerfile'],
  [/^(kubectl|helm) /, 'needs a cluster; tools/deploy renders and checks the chart'],
  [/^systemctl |^cat \/var\/lib\/private\//, 'needs systemd as the first process; tools/deploy tries the unit'],
  [/^certbot /, 'orders a real certificate'],
  [/^nginx -t |caddy run/, 'tools/deploy runs these proxies with these files'],
  [/^npm (ci|install|start)\b/, 'downloads all packages; tools/install does it, and starts the service'],
  [/^npm test |^npm run (check|generate) /, 'the tests themselves, which take minutes'],
  [/^npm run dev /, 'does not end'],
  [/ src\/server\.ts$/, 'every service of this check is started with it'],
]

/** The command that starts the service, word for word. */
export const START = { file: 'docs/operations.md', pattern: / src\/server\.ts$/ }

/**
 * How the commands below a heading are run. Without an entry they work on an empty database of the file, without a
 * server. `$BASE` and `$KEY` are the address of a service and its first key, `$EMPTY_1` to `$EMPTY_3` databases without
 * tables, `$ROOT` an empty directory.
 */
export interface Section {
  /** A service runs; with `named` its address and key are in the environment. */
  server?: 'running' | 'named'
  env?: Record<string, string>
  /** What the text around the commands says must be there. */
  before?: string
  /** Words of the commands, and what stands for them here. */
  replace?: [string, string][]
  /** What commands that start so read from standard input. */
  input?: Record<string, string>
  /** Exit codes of commands that start so, where they are not 0. */
  ends?: Record<string, number>
  /** Why nothing below this heading is run. */
  notRun?: string
}

const PUBLIC = { BASE_URL: 'https://go.example.com', DOMAIN_CHECK: 'off' }
const named: Section = { server: 'named' }

/** By file and heading. */
export const SECTIONS: Record<string, Section> = {
  'README.md#Quick start': { server: 'running', replace: [['http://localhost:3000', '$BASE']] },
  'docs/abuse.md#Blocking hosts': { env: PUBLIC },
  'docs/abuse.md#Quarantined links and suspended accounts': {
    env: PUBLIC,
    before: [
      'waymark account create --email mallory@example.com --username mallory',
      'waymark link add https://example.com/ --custom prize --username mallory',
    ].join('\n'),
  },
  // No visitor has reported anything.
  'docs/abuse.md#Reports of visitors': { ends: { 'waymark abuse close 7': 1 } },
  "docs/abuse.md#API for the operator's programs": {
    server: 'named',
    before: 'OPERATOR_TOKEN=a-token-of-the-operator-1\nwaymark link add https://example.com/ --custom prize',
    replace: [
      ['http://localhost:3000', '$BASE'],
      ['https://go.example.com', "'$BASE'"],
    ],
  },
  'docs/backups.md#Backups': {
    before: 'waymark account create --email ada@example.com --username ada',
    replace: [['waymark restore', 'DATABASE_URL=$EMPTY_1 waymark restore']],
  },
  'docs/backups.md#With systemd': { notRun: 'needs systemd as the first process; tools/deploy tries the command line' },
  'docs/backups.md#Moving to another database': {
    replace: [['postgres://waymark:password@localhost:5432/waymark', '$EMPTY_2']],
    input: { 'waymark move -': '$EMPTY_3' },
  },
  'docs/cli.md#On the database, or on a running server': {
    server: 'running',
    replace: [['http://localhost:3000', '$BASE']],
  },
  'docs/cli.md#Accounts and keys': { input: { 'waymark account delete': 'grace@example.com' } },
  'docs/cli.md#Links': named,
  'docs/cli.md#QR codes': named,
  'docs/cli.md#Overlays and splash pages': named,
  // Nothing points at a service that others cannot reach.
  'docs/cli.md#Domains': { ...named, ends: { 'waymark domain check': 1 } },
  'docs/cli.md#Jobs': named,
  'docs/cli.md#Exports, imports and events': {
    ...named,
    before: "printf 'Destination URL,Title,Link\\nhttps://example.com/,Home,bit.ly/home\\n' > links.csv",
  },
  'docs/cli.md#A demo account': { input: { 'waymark account delete': 'demo@waymark.localhost' } },
  'docs/clickhouse.md#Parquet': {
    before: 'waymark account create --email ada@example.com --username ada\nmkdir -p $ROOT/visits',
    replace: [['/var/lib/waymark/visits', '$ROOT/visits']],
  },
  'docs/installing.md#systemd': {
    before: 'mkdir -p $ROOT/etc/systemd/system $ROOT/usr/local/bin',
    replace: [
      ['/opt/waymark', '$PWD'],
      ['/etc/', '$ROOT/etc/'],
      ['/usr/local/bin/', '$ROOT/usr/local/bin/'],
    ],
  },
  'docs/mcp.md#Connecting': {
    server: 'running',
    before: 'ADMIN_KEY=$KEY',
    replace: [['https://go.example.com', '$BASE']],
  },
  // Nobody has paid.
  'docs/payments.md#Troubleshooting': { ends: { 'waymark events show 42': 1, 'waymark events retry 42': 1 } },
  'docs/proxies.md#nginx': {
    before: 'mkdir -p $ROOT/etc/nginx/conf.d',
    replace: [['/etc/nginx/', '$ROOT/etc/nginx/']],
  },
  'docs/webhooks.md#Webhooks: events sent to your server': {
    server: 'running',
    replace: [['https://go.example.com', '$BASE']],
  },
  'sdk/README.md#waymark-client': { notRun: 'tools/contract packs the client and installs it' },
}
