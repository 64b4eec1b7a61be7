import Bowser from 'bowser'
import { createIsbotFromList, list } from 'isbot'
import type { VisitClass } from '../../db/tables/visits.ts'
import { createLru } from '../cache/lru.ts'

/** The request headers that rules and statistics use; '' if not sent. */
export interface VisitHeaders {
  agent: string
  referer: string
  language: string
  /** Sec-Purpose, or an older equivalent. */
  purpose: string
  /** Whether DNT or Sec-GPC is set. */
  optedOut: boolean
}

interface Classified {
  class: VisitClass
  /** A stable code for the reason. */
  reason: string
}

/** Names for statistics; null if unknown. */
interface AgentNames {
  browser: string | null
  os: string | null
  device: string | null
}

// Programs that fetch a shared link to show a preview of it.
const previews =
  /facebookexternalhit|facebot|twitterbot|slackbot|slack-imgproxy|discordbot|telegrambot|linkedinbot|^whatsapp|skypeuripreview|pinterest(?:bot|\/0\.)|redditbot|^viber|vkshare|embedly|iframely|(?:^|\()mastodon|cardyb|line-poker|kakaotalk-scrap|google-pagerenderer|bitlybot|nuzzel|flipboardproxy|xing-contenttabreceiver|microsoftpreview|bingpreview|synapse|unfurl|opengraph/i

// HTTP libraries and tools that people or their scripts use: their requests count as visits.
const libraries =
  /^(?:curl|wget|python|aiohttp|httpx|axios|node|undici|got|ky|superagent|okhttp|go-http-client|java|jersey|apache-httpclient|apache-httpasyncclient|libwww-perl|lwp|perl|ruby|faraday|rest-client|php|guzzlehttp|symfony|httpie|xh|postmanruntime|insomnia|bruno|hoppscotch|dart|reqwest|hyper|ureq|dotnet|microsoft\.data|powershell|mozilla\/5\.0 \(windows nt; windows nt [\d.]+; [\w-]+\) windowspowershell|cfnetwork|fetch|http-client|libcurl|deno|bun|hackney|finch|mint|elixir|erlang|lua|nim|swift|alamofire|urlgrabber|aria2|k6|vegeta|hey|wrk|autocannon|apachebench|testcafe|insomnium)\b/i

// Patterns of isbot that match anything that does not look like a browser, not only crawlers.
const genericPatterns = new Set([
  '(?<!lib)http',
  '\\(\\)',
  '\\.com\\b',
  '\\b\\w+/1\\.0;',
  '\\bperl\\b',
  '^[<\\(;]',
  '^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)',
  '^[\\w\\-]+/[\\w]+$',
  '^[^ ]{50,}$',
  '^\\d+\\b',
  '^\\w+/[\\w\\(\\)]*$',
  '^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$',
  '^client/',
  '^custom',
  '^mozilla/\\d\\.\\d\\s[\\w\\.-]+$',
  '^mozilla/\\d\\.\\d\\s\\((?:compatible;)?(?:\\s?[\\w\\d-.]+[\\s/]\\d+\\.\\d+)?\\)$',
  '^openai/',
  '^php',
  '^postman',
  '^python',
  '^read',
  '^rest',
  '^wget',
  'agent\\b',
  'cursor/',
  'cypress/',
  'headless',
  'java(?!;)',
  'library',
  'node\\b',
  'playwright',
  'selenium',
  'server',
  'tools',
  'url',
])
const isKnownCrawler = createIsbotFromList(list.filter((pattern) => !genericPatterns.has(pattern)))
// Mail gateways and security services that open links before or instead of people. They call themselves by these names.
const scanners =
  /proofpoint|barracuda|microsoft[ -](?:atp|office 365 atp)|ms-?atp|safe ?links|mimecast|symantec-clicktime|messagelabs|trend ?micro|ironport|forti(?:sandbox|guard|mail)|sophos|vade ?secure|avanan|cloudmark|check ?point url|palo ?alto ?networks|fireeye|trustwave|forcepoint|virustotal|netcraft/i
// This service itself is one: it requests destinations to check, frame or show them.
const botNames = /^waymark\b|(?<!cu)bot(?:\b|_)|crawl|spider|slurp|\+https?:\/\//i

/** Classifies a visit. Statistics count only the class `visitor` by default. */
export function classifyVisit(method: string, headers: VisitHeaders): Classified {
  if (method === 'HEAD') return { class: 'head', reason: 'method_head' }
  if (/prefetch|prerender|preview/i.test(headers.purpose)) return { class: 'prefetch', reason: 'purpose_header' }
  return classifyAgent(headers.agent)
}

const classes = createLru<string, Classified>(5000)

// Browsers send shorter ones. Longer ones are not cached, because a slice keeps the whole string in memory.
const MAX_LENGTH = 512

function classifyAgent(agent: string): Classified {
  if (agent.length > MAX_LENGTH) return computeClass(agent.slice(0, MAX_LENGTH))
  const known = classes.get(agent)
  if (known) return known
  const found = computeClass(agent)
  classes.set(agent, found)
  return found
}

function computeClass(agent: string): Classified {
  if (agent.trim() === '') return { class: 'visitor', reason: 'agent_empty' }
  const isLibrary = libraries.test(agent)
  if (!isLibrary && previews.test(agent)) return { class: 'preview', reason: 'agent_preview' }
  if (scanners.test(agent)) return { class: 'bot', reason: 'agent_scanner' }
  if (botNames.test(agent)) return { class: 'bot', reason: 'agent_crawler' }
  if (isLibrary) return { class: 'visitor', reason: 'agent_library' }
  if (isKnownCrawler(agent)) return { class: 'bot', reason: 'agent_crawler' }
  return { class: 'visitor', reason: 'agent_other' }
}

const devices: Record<string, string> = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet', tv: 'TV', bot: 'Bot' }
const names = createLru<string, AgentNames>(5000)

/**
 * The browser, operating system and kind of device of a User-Agent, by the names of Bowser. Televisions are recognized
 * by the pattern `televisions`; others with Android cannot be told from tablets.
 */
export function parseUserAgent(agent: string): AgentNames {
  if (agent.length > MAX_LENGTH) return parseAgent(agent.slice(0, MAX_LENGTH))
  const known = names.get(agent)
  if (known) return known
  const found = parseAgent(agent)
  names.set(agent, found)
  return found
}

const desktops = /\bCrOS\b|\((?:X11|PC); ?(?:FreeBSD|OpenBSD|NetBSD|OpenHarmony)/
const bsdName = (agent: string): string | null => /\((?:X11; )?(FreeBSD|OpenBSD|NetBSD)\b/.exec(agent)?.[1] ?? null

// Names of Fire TV models begin with AFT. Amazon's tablets, whose names begin with KF, must not match.
const televisions = /\b(?:Android|Apple|Google) ?TV|\bBRAVIA\b|\bChromecast\b|; AFT[A-Z0-9]+\b/

function parseAgent(agent: string): AgentNames {
  const none = { browser: null, os: null, device: null }
  if (agent.trim() === '') return none
  if (libraries.test(agent) && !agent.startsWith('Mozilla/')) {
    const [, name = ''] = /^([\w.-]{1,40})/.exec(agent) ?? []
    return { ...none, browser: name === '' ? null : name }
  }
  try {
    const { browser, os, platform } = Bowser.parse(agent)
    return {
      browser: browser.name || null,
      // Bowser takes HarmonyOS without a version for Linux, and knows no type for Chrome OS and BSD.
      os: os.name === 'Linux' && agent.includes('HarmonyOS') ? 'HarmonyOS' : os.name || bsdName(agent),
      device: televisions.test(agent)
        ? 'TV'
        : (devices[platform.type ?? ''] ?? (desktops.test(agent) ? 'Desktop' : null)),
    }
  } catch {
    return none
  }
}
