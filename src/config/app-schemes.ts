// Schemes that lead to the web, run code, read files, install apps, change settings, search this machine or call.
const FORBIDDEN = new Set([
  ...['ws', 'wss', 'ftp', 'ftps', 'sftp', 'ssh', 'telnet', 'gopher', 'nfs', 'smb', 'afp', 'ldap', 'vnc', 'rdp'],
  ...['dav', 'davs', 'webdav', 'webdavs', 'jnlp', 'jnlps', 'shortcuts', 'workflow', 'x-web-search', 'ddgquicklink'],
  ...['javascript', 'vbscript', 'livescript', 'mocha', 'applescript', 'data', 'blob', 'about', 'view-source', 'intent'],
  ...['file', 'filesystem', 'content', 'resource', 'res', 'jar', 'mhtml', 'shell', 'hcp', 'help', 'x-man-page'],
  ...['android-app', 'itms-services', 'search', 'search-ms', 'windowsdefender', 'prefs', 'app-prefs', 'app-settings'],
  ...['mailto', 'tel', 'telprompt', 'callto', 'sip', 'sips', 'sms', 'smsto', 'mms', 'mmsto'],
])
const BROWSERS = ['chrome', 'googlechromes?', 'moz', 'firefox', 'edge', 'microsoft-edge', 'opera', 'brave', 'vivaldi']
const FAMILIES = [...BROWSERS, 'ms', 'x-apple', 'com[-.]apple', 'webkit', 'wyciwyg', 'facetime']
// Browsers also have schemes such as opera-http and x-safari-https.
const FORBIDDEN_FORMS = new RegExp(`^(?:${FAMILIES.join('|')})(?:[-.]|$)|(?:-extension|https?|script)$`)

const MAX_SCHEMES = 50

/**
 * Reads the schemes of apps that deep links may have, such as `myapp` or `myapp://`, in lower case. Adds a line to
 * `faults` for each fault.
 */
export function readAppSchemes(schemes: readonly string[], faults: string[]): ReadonlySet<string> {
  const names = schemes.map((scheme) => scheme.toLowerCase().replace(/:(?:\/\/)?$/, ''))
  if (names.length > MAX_SCHEMES) faults.push(`APP_SCHEMES must name at most ${MAX_SCHEMES} schemes.`)
  for (const name of names.slice(0, MAX_SCHEMES)) {
    if (!/^[a-z][a-z0-9+.-]{0,63}$/.test(name))
      faults.push(
        `APP_SCHEMES: ${JSON.stringify(name)} is not a scheme, such as myapp for URLs like myapp://product/42.`,
      )
    else if (FORBIDDEN.has(name) || FORBIDDEN_FORMS.test(name))
      faults.push(`APP_SCHEMES: ${name} is never allowed, because it is not the scheme of an app.`)
  }
  return new Set(names)
}
