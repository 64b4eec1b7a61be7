import { DEVICE_NAMES, type DeviceName } from '../../schemas/targets.ts'
import { parseUserAgent } from '../visits/user-agents.ts'

type Matcher = (agent: string) => boolean

const ofDevice =
  (device: string): Matcher =>
  (agent) =>
    parseUserAgent(agent).device === device
const ofSystem =
  (os: string): Matcher =>
  (agent) =>
    parseUserAgent(agent).os === os
const ofBrowser =
  (...browsers: string[]): Matcher =>
  (agent) =>
    browsers.includes(parseUserAgent(agent).browser ?? '')

// The names in the matchers are those that Bowser returns.
const matchers: Record<DeviceName, Matcher> = {
  mobile: ofDevice('Mobile'),
  tablet: ofDevice('Tablet'),
  desktop: ofDevice('Desktop'),
  tv: ofDevice('TV'),
  iphone: (agent) => /iPhone|iPod/.test(agent),
  ipad: (agent) => /iPad/.test(agent),
  ios: (agent) => /iPhone|iPad|iPod/.test(agent),
  android: ofSystem('Android'),
  windows: ofSystem('Windows'),
  macos: ofSystem('macOS'),
  linux: ofSystem('Linux'),
  chromeos: ofSystem('Chrome OS'),
  blackberry: ofSystem('BlackBerry'),
  'windows phone': ofSystem('Windows Phone'),
  harmonyos: ofSystem('HarmonyOS'),
  tizen: ofSystem('Tizen'),
  webos: ofSystem('WebOS'),
  'playstation 4': ofSystem('PlayStation 4'),
  roku: ofSystem('Roku'),
  bada: ofSystem('Bada'),
  chrome: ofBrowser('Chrome', 'Chromium'),
  edge: ofBrowser('Microsoft Edge'),
  firefox: ofBrowser('Firefox'),
  opera: ofBrowser('Opera', 'Opera Coast'),
  safari: ofBrowser('Safari'),
  'samsung internet': ofBrowser('Samsung Internet for Android'),
}

// Names that older clients of this API family send.
const aliases: Record<string, DeviceName> = {
  ipod: 'iphone',
  mac: 'macos',
  'mac os': 'macos',
  'mac os x': 'macos',
  'os x': 'macos',
  osx: 'macos',
  macintosh: 'macos',
  ubuntu: 'linux',
  'chrome os': 'chromeos',
  'google chrome': 'chrome',
  'microsoft edge': 'edge',
  'mozilla firefox': 'firefox',
  phone: 'mobile',
  smartphone: 'mobile',
  computer: 'desktop',
  pc: 'desktop',
  'smart tv': 'tv',
}

const names = new Map<string, DeviceName>([
  ...Object.entries(aliases),
  ...DEVICE_NAMES.map((name): [string, DeviceName] => [name, name]),
])

function findName(target: string): DeviceName | undefined {
  const name = target.trim().toLowerCase().replace(/\s+/g, ' ')
  // Versions of Windows count as Windows: browsers no longer send the version.
  return names.get(name) ?? (/^windows (7|8|8\.1|10|11|vista|xp|nt)$/.test(name) ? 'windows' : undefined)
}

/** Whether a device target may have this name: one of `DEVICE_NAMES` or an alias of older clients, in any case. */
export const isDeviceName = (target: string): boolean => findName(target) !== undefined

/**
 * Whether a User-Agent matches a device target. Unknown names, stored by older versions, are compared with the
 * operating system.
 */
export function matchesDevice(target: string, agent: string): boolean {
  const name = findName(target)
  if (name !== undefined) return matchers[name](agent)
  return parseUserAgent(agent).os?.toLowerCase() === target.trim().toLowerCase()
}
