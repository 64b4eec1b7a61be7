import { DEVICE_NAMES, type DeviceName } from '../../schemas/targets.ts'
import { nameAgent } from './user-agents.ts'

type Fits = (agent: string) => boolean

const ofDevice =
  (device: string): Fits =>
  (agent) =>
    nameAgent(agent).device === device
const ofSystem =
  (os: string): Fits =>
  (agent) =>
    nameAgent(agent).os === os
const ofBrowser =
  (...browsers: string[]): Fits =>
  (agent) =>
    browsers.includes(nameAgent(agent).browser ?? '')

// The names are those that bowser gives.
const rules: Record<DeviceName, Fits> = {
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

// What older clients of this API family call them.
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

const wordsByName = new Map<string, DeviceName>([
  ...Object.entries(aliases),
  ...DEVICE_NAMES.map((word): [string, DeviceName] => [word, word]),
])

function findWord(target: string): DeviceName | undefined {
  const name = target.trim().toLowerCase().replace(/\s+/g, ' ')
  // Versions of Windows, which browsers no longer tell.
  return wordsByName.get(name) ?? (/^windows (7|8|8\.1|10|11|vista|xp|nt)$/.test(name) ? 'windows' : undefined)
}

/** Whether a device target may use this word: one of `DEVICE_NAMES` or an older client's word for it, in any case. */
export const isDeviceWord = (target: string): boolean => findWord(target) !== undefined

/** Whether a User-Agent fits a device target. One stored before words were checked is compared with the system's name. */
export function fitsDevice(target: string, agent: string): boolean {
  const word = findWord(target)
  if (word !== undefined) return rules[word](agent)
  return nameAgent(agent).os?.toLowerCase() === target.trim().toLowerCase()
}
