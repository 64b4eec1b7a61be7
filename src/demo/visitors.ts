type Weighted<T> = readonly (readonly [T, number])[]

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

const phones: Weighted<string> = [
  [`${IPHONE} Version/19.4 Mobile/15E148 Safari/604.1`, 38],
  [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${CHROME} Mobile Safari/537.36`, 30],
  [
    'Mozilla/5.0 (Linux; Android 15; SAMSUNG SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    12,
  ],
  ['Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 5],
  [`${IPHONE} CriOS/147.0.0.0 Mobile/15E148 Safari/604.1`, 6],
]

const computers: Weighted<string> = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 34],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/147.0.0.0`, 14],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 10],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.4 Safari/605.1.15',
    16,
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`, 10],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 5],
]

const tablets: Weighted<string> = [
  [
    'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
    1,
  ],
]

/** Programs that ask for links: they are counted apart from visitors. */
export const programs: Weighted<string> = [
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 5],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 3],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 2],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 2],
  ['WhatsApp/2.25.10', 2],
]

/** Country, and the Accept-Language that most visitors from there send. */
const countries: Weighted<readonly [string, string]> = [
  [['DE', 'de-DE,de;q=0.9'], 38],
  [['AT', 'de-AT,de;q=0.9'], 14],
  [['CH', 'de-CH,de;q=0.9'], 11],
  [['IT', 'it-IT,it;q=0.9'], 8],
  [['FR', 'fr-FR,fr;q=0.9'], 7],
  [['NL', 'nl-NL,nl;q=0.9'], 6],
  [['GB', 'en-GB,en;q=0.9'], 6],
  [['US', 'en-US,en;q=0.9'], 5],
  [['PL', 'pl-PL,pl;q=0.9'], 3],
  [['CZ', 'cs-CZ,cs;q=0.9'], 3],
  [['SE', 'sv-SE,sv;q=0.9'], 2],
  [['CA', 'en-CA,en;q=0.9'], 1],
  [['JP', 'ja-JP,ja;q=0.9'], 1],
  [['BR', 'pt-BR,pt;q=0.9'], 1],
]

/** Who visits, when, and where from. */
export interface Audience {
  countries: Weighted<readonly [string, string]>
  /** Referers; "" for none. */
  referers: Weighted<string>
  devices: Weighted<Weighted<string>>
  /** Share of each weekday, from Sunday. */
  week: readonly number[]
  /** Share of each hour (UTC). */
  hours: readonly number[]
}

const EVENING = [2, 1, 1, 1, 1, 2, 4, 6, 6, 5, 5, 6, 7, 6, 5, 6, 7, 9, 12, 14, 13, 10, 7, 4]
const OFFICE = [1, 1, 1, 1, 1, 3, 7, 12, 14, 13, 11, 10, 9, 10, 10, 9, 8, 7, 6, 6, 6, 5, 3, 2]
const MIXED = [
  [phones, 56],
  [computers, 40],
  [tablets, 4],
] as const

export const audiences = {
  newsletter: {
    countries,
    referers: [
      ['', 70],
      ['https://mail.google.com/', 14],
      ['https://outlook.live.com/', 10],
      ['https://mail.yahoo.com/', 3],
    ],
    devices: [
      [phones, 45],
      [computers, 52],
      [tablets, 3],
    ],
    week: [0.6, 1.1, 1.2, 1.2, 1.5, 1, 0.6],
    hours: OFFICE,
  },
  social: {
    countries,
    referers: [
      ['https://l.instagram.com/', 42],
      ['https://www.facebook.com/', 20],
      ['https://www.youtube.com/', 14],
      ['https://mastodon.social/', 6],
      ['', 18],
    ],
    devices: [
      [phones, 84],
      [computers, 12],
      [tablets, 4],
    ],
    week: [1.4, 0.9, 0.8, 0.9, 0.9, 1, 1.3],
    hours: EVENING,
  },
  search: {
    countries,
    referers: [
      ['https://www.google.com/', 48],
      ['https://duckduckgo.com/', 8],
      ['https://www.bing.com/', 7],
      ['https://forum.walkers.example/', 9],
      ['https://www.reddit.com/', 6],
      ['', 22],
    ],
    devices: MIXED,
    week: [1.4, 0.9, 0.8, 0.8, 0.85, 1, 1.35],
    hours: EVENING,
  },
  print: {
    countries: [...countries.slice(0, 4), [['NL', 'nl-NL,nl;q=0.9'], 4]],
    referers: [['', 1]],
    devices: [
      [phones, 97],
      [tablets, 3],
    ],
    week: [1.7, 0.5, 0.5, 0.6, 0.7, 1.1, 1.9],
    hours: [0, 0, 0, 0, 1, 3, 6, 9, 12, 13, 13, 14, 12, 10, 9, 8, 7, 5, 4, 3, 2, 1, 0, 0],
  },
} satisfies Record<string, Audience>
