import type { Command, CommandEntry } from './command.ts'

/** Commands with what each does; their file is only loaded when one of them is used. */
const inFile = (load: () => Promise<Command[]>, abouts: Record<string, string>): CommandEntry[] =>
  Object.entries(abouts).map(([name, about]) => ({
    name,
    about,
    load: async () => {
      const command = (await load()).find((one) => one.name === name)
      if (!command) throw new Error(`no file has the command ${name}`)
      return command
    },
  }))

/** All commands of the program. */
export const catalog: readonly CommandEntry[] = [
  ...inFile(async () => (await import('./account.ts')).accountCommands, {
    'account create': 'Create an account and show its first API key, which is shown only once.',
    'account password':
      'Set the password of an account. Revokes the API keys created by logins; other keys stay valid.',
    'account delete': 'Delete an account with everything that it has, for good.',
  }),
  ...inFile(async () => (await import('./keys.ts')).keyCommands, {
    'key create': 'Create an API key, which is shown only once.',
    'key list': 'List the active API keys of an account.',
    'key update':
      'Change the name of an API key, what it is restricted to, or the type of `error` in its list replies.',
    'key revoke': 'Revoke an API key: it stops working at once.',
  }),
  ...inFile(async () => (await import('./links.ts')).linkCommands, {
    'link list': 'List links, newest first.',
    'link show': 'Show a link with all its fields.',
    'link add': 'Create a short link.',
    'link update': 'Change a link. An empty value clears a field: --expiry "".',
    'link delete': 'Delete a link with its statistics, for good.',
  }),
  ...inFile(async () => (await import('./qr.ts')).qrCommands, {
    'qr list': 'List QR codes, newest first.',
    'qr add':
      'Create a QR code, of a link if no type is given, which counts its scans and whose destination can be changed.',
    'qr show': 'Show a QR code with all its fields.',
    'qr draw': 'Draw a code of a URL or another text, or a stored QR code, in the terminal or to a file.',
  }),
  ...inFile(async () => (await import('./domains.ts')).domainCommands, {
    'domain list': 'List branded domains, newest first.',
    'domain add': 'Add a branded domain, whose DNS already points at the service.',
    'domain check': 'Check now whether a branded domain is ready to serve: its DNS and its proof.',
    'domain delete': 'Delete a branded domain. Its links are not served until they get another domain.',
  }),
  ...inFile(async () => (await import('./jobs.ts')).jobCommands, {
    'jobs list': 'List background jobs, newest first.',
    'jobs show': 'Show a background job.',
    'jobs retry': 'Resume a failed job where it stopped.',
  }),
  ...inFile(async () => [(await import('./overlays.ts')).overlayCommand], {
    'overlay add': 'Create a CTA overlay.',
  }),
  ...inFile(async () => [(await import('./splash.ts')).splashCommand], {
    'splash add': 'Create a splash page.',
  }),
  ...inFile(async () => (await import('./abuse.ts')).abuseCommands, {
    'abuse ban': 'Block a host, a link or an account. A second time changes the reason and the end.',
    'abuse lift': 'Lift what `abuse ban` or the API of operators blocked.',
    'abuse list': 'List what is blocked, the newest first, and addresses that are kept; not what lists of hosts block.',
    'abuse reports': 'List what visitors reported, those that came last first.',
    'abuse close': 'Close a report. If the link is reported again, that is a new one.',
    'abuse lists':
      'List the lists of blocked hosts that are fetched (BLOCKED_HOSTS_URLS), and how the last fetch went.',
  }),
  ...inFile(async () => (await import('./events.ts')).eventCommands, {
    'events list': 'List payment events, newest first.',
    'events show': 'Show a payment event with its body.',
    'events retry': 'Apply an event again that was ignored or has failed.',
    'events changes': 'List what changed in an account, newest first.',
  }),
  ...inFile(async () => [(await import('./deliveries.ts')).deliveriesCommand], {
    'deliveries resume': 'Send events to webhooks from instances with this BASE_URL from now on.',
  }),
  ...inFile(async () => [(await import('./export.ts')).exportCommand], {
    export: 'Export everything an account has, as NDJSON, or its links as CSV.',
  }),
  ...inFile(async () => [(await import('./visits.ts')).visitsCommand], {
    'visits export': 'Write the raw visits of all accounts as Parquet files, one for each day.',
  }),
  ...inFile(async () => [(await import('./import.ts')).importCommand], {
    import: 'Import links from a file or another service, or an export with everything.',
  }),
  ...inFile(async () => [(await import('./demo.ts')).demoCommand], {
    demo: 'Fill an account with links, codes, a page and 90 days of visits, to try the service.',
  }),
  ...inFile(async () => [(await import('./backup.ts')).backupCommand], {
    backup: 'Write the whole database to a file, also while the service runs.',
  }),
  ...inFile(async () => [(await import('./backup.ts')).restoreCommand], {
    restore: 'Store a backup in an empty database, check it, and migrate it to the newest schema.',
  }),
  ...inFile(async () => [(await import('./move.ts')).moveCommand], {
    move: 'Copy the whole database to a new one of either kind: a Postgres server or a data directory.',
  }),
  ...inFile(async () => [(await import('./migrate.ts')).migrateCommand], {
    migrate: 'Migrate the database to the newest schema, which the server also does when it starts.',
  }),
  ...inFile(async () => [(await import('./doctor.ts')).doctorCommand], {
    doctor: 'Check the settings, the machine, the proxy, the database, and the DNS and certificates of all domains.',
  }),
  ...inFile(async () => [(await import('./completion.ts')).completionCommand], {
    completion: 'Print a script that completes commands and options in a shell.',
  }),
]
