import Bowser from 'bowser'
import { createIsbotFromList, list } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { VisitClass } from '../../db/tables/visits.ts'

/** The headers of a visit that anything is concluded from. */
export interface VisitHeaders {
  agent: string
  referer: string
  language: string
  /** Sec-Purpose, or what browsers sent before it. */
  purpose: string
  /** DNT or Sec-GPC is set. */
  optedOut: boolean
}

interface Classified {
  class: VisitClass
  /** A stable word saying why. */
  reason: string
}

/** Names for statistics, null where the agent does not tell. */
interface AgentNames {
  browser: string | null
  os: string | null
  device: string | null
}

// Programs that fetch what somebody shared, to show a card of it.
const previews =
  /facebookexternalhit|facebot|twitterbot|slackbot|slack-imgproxy|discordbot|telegrambot|linkedinbot|^whatsapp|skypeuripreview|pinterest(?:bot|\/0\.)|redditbot|^viber|vkshare|embedly|iframely|(?:^|\()mastodon|cardyb|line-poker|kakaotalk-scrap|google-pagerenderer|bitlybot|nuzzel|flipboardproxy|xing-contenttabreceiver|microsoftpreview|bingpreview|synapse|unfurl|opengraph/i

// Programs and libraries that a person or a person's program drives: their requests are somebody's visits.
const libraries =
  /^(?:curl|wget|python|aiohttp|httpx|axios|node|undici|got|ky|superagent|okhttp|go-http-client|java|jersey|apache-httpclient|apache-httpasyncclient|libwww-perl|lwp|perl|ruby|faraday|rest-client|php|guzzlehttp|symfony|httpie|xh|postmanruntime|insomnia|bruno|hoppscotch|dart|reqwest|hyper|ureq|dotnet|microsoft\.data|powershell|mozilla\/5\.0 \(windows nt; windows nt [\d.]+; [\w-]+\) windowspowershell|cfnetwork|fetch|http-client|libcurl|deno|bun|hackney|finch|mint|elixir|erlang|lua|nim|swift|alamofire|urlgrabber|aria2|k6|vegeta|hey|wrk|autocannon|apachebench|testcafe|insomnium)\b/i

// isbot also takes any agent for a crawler that does not look like a browser's; those are unknown, not known crawlers.
const shapes = new Set([
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
const isKnownCrawler = createIsbotFromList(list.filter((pattern) => !shapes.has(pattern)))
const namesItself = /(?<!cu)bot(?:\b|_)|crawl|spider|slurp|\+https?:\/\//i

/** What kind of request a visit is. Only the class `visitor` is counted. */
export function classify(method: string, headers: VisitHeaders): Classified {
  if (method === 'HEAD') return { class: 'head', reason: 'method_head' }
  if (/prefetch|prerender|preview/i.test(headers.purpose)) return { class: 'prefetch', reason: 'purpose_header' }
  return classifyAgent(headers.agent)
}

const classes = new LRUCache<string, Classified>({ max: 5000 })

// No browser's name is longer. What is cut is not remembered: a part of a text keeps the whole of it in memory.
const LONGEST = 512

function classifyAgent(agent: string): Classified {
  if (agent.length > LONGEST) return judgeAgent(agent.slice(0, LONGEST))
  const known = classes.get(agent)
  if (known) return known
  const found = judgeAgent(agent)
  classes.set(agent, found)
  return found
}

function judgeAgent(agent: string): Classified {
  if (agent.trim() === '') return { class: 'visitor', reason: 'agent_empty' }
  const isLibrary = libraries.test(agent)
  if (!isLibrary && previews.test(agent)) return { class: 'preview', reason: 'agent_preview' }
  if (namesItself.test(agent)) return { class: 'bot', reason: 'agent_crawler' }
  if (isLibrary) return { class: 'visitor', reason: 'agent_library' }
  if (isKnownCrawler(agent)) return { class: 'bot', reason: 'agent_crawler' }
  return { class: 'visitor', reason: 'agent_other' }
}

const devices: Record<string, string> = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet', tv: 'TV', bot: 'Bot' }
const names = new LRUCache<string, AgentNames>({ max: 5000 })
/** Browser, operating system and kind of device that an agent names. */
export function nameAgent(agent: string): AgentNames {
  if (agent.length > LONGEST) return parseAgent(agent.slice(0, LONGEST))
  const known = names.get(agent)
  if (known) return known
  const found = parseAgent(agent)
  names.set(agent, found)
  return found
}

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
      os: os.name || null,
      device: devices[platform.type ?? ''] ?? null,
    }
  } catch {
    return none
  }
}

/** The words a device target may use, and whether the agent fits them. */
export function fitsDevice(target: string, agent: string): boolean {
  const { os, device } = nameAgent(agent)
  switch (target.trim().toLowerCase()) {
    case 'iphone':
      return /iPhone|iPod/.test(agent)
    case 'ipad':
      return /iPad/.test(agent)
    case 'ios':
      return /iPhone|iPad|iPod/.test(agent)
    case 'android':
      return os === 'Android'
    case 'windows':
      return os === 'Windows'
    case 'mac':
    case 'macos':
      return os === 'macOS'
    case 'linux':
      return os === 'Linux'
    case 'chromeos':
      return os === 'Chrome OS'
    case 'mobile':
      return device === 'Mobile'
    case 'tablet':
      return device === 'Tablet'
    case 'desktop':
      return device === 'Desktop'
    case 'tv':
      return device === 'TV'
    default:
      return os !== null && os.toLowerCase() === target.trim().toLowerCase()
  }
}
