import t from 'tap'
import { findMusic } from '../../src/embeds/music.ts'
import { findVideo } from '../../src/embeds/videos.ts'

const ID = 'dQw4w9WgXcQ'
const UUID = '9c9de5e8-0a1e-484a-b099-e80766180a6d'
const SHORT = 'kkGMgK9ZtnKfYAgnEtQxbv'
const TRACK = '4cOdK2wGLETKBW3PvgPWqT'
const youtube = (rest = '') => `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1${rest}`

const videos: [url: string, src: string][] = [
  [`https://www.youtube.com/watch?v=${ID}`, youtube()],
  [`http://m.youtube.com/watch?app=desktop&v=${ID}&t=1m30s`, youtube('&start=90')],
  [`https://youtu.be/${ID}?si=x&t=42`, youtube('&start=42')],
  [`https://YouTube.com/shorts/${ID}`, youtube()],
  [`https://www.youtube-nocookie.com/embed/${ID}?rel=0`, youtube()],
  [`https://www.youtube.com/watch?v=${ID}&list=PL590L5WQmH8fJ54F`, youtube('&list=PL590L5WQmH8fJ54F')],
  [
    'https://www.youtube.com/playlist?list=PL590L5WQmH8fJ54F',
    'https://www.youtube-nocookie.com/embed/videoseries?autoplay=1&list=PL590L5WQmH8fJ54F',
  ],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e&autoplay=1&dnt=1'],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://player.vimeo.com/video/76979871?h=8272103f6e&autoplay=1&dnt=1',
  ],
  ['https://www.dailymotion.com/video/x5e9eog', 'https://geo.dailymotion.com/player.html?video=x5e9eog'],
  ['https://dai.ly/x5e9eog', 'https://geo.dailymotion.com/player.html?video=x5e9eog'],
  [`https://tube.example/w/${SHORT}`, `https://tube.example/videos/embed/${SHORT}?autoplay=1`],
  [`https://tube.example/videos/watch/${UUID}`, `https://tube.example/videos/embed/${UUID}?autoplay=1`],
]

const music: [url: string, src: string][] = [
  [`https://open.spotify.com/track/${TRACK}?si=abc`, `https://open.spotify.com/embed/track/${TRACK}`],
  [`https://open.spotify.com/intl-de/album/${TRACK}`, `https://open.spotify.com/embed/album/${TRACK}`],
  [
    'https://soundcloud.com/forss/flickermood',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood&auto_play=true',
  ],
  [
    'https://soundcloud.com/forss/sets/soulhack',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fsets%2Fsoulhack&auto_play=true',
  ],
  [
    'https://bandcamp.com/EmbeddedPlayer/v=2/album=1234567890/size=large/track=42/',
    'https://bandcamp.com/EmbeddedPlayer/album=1234567890/track=42/size=large/tracklist=false/artwork=small/',
  ],
  [
    'https://music.apple.com/gb/album/blue-train/721224313?i=721224319',
    'https://embed.music.apple.com/gb/album/blue-train/721224313?i=721224319',
  ],
  ['https://www.deezer.com/en/playlist/908622995', 'https://widget.deezer.com/widget/auto/playlist/908622995'],
]

// Hosts that look like a provider, other parts of a URL, and ids that would lead out of the player's URL.
const neither = [
  `https://youtube.com.evil.example/watch?v=${ID}`,
  `https://evil.example/youtube.com/watch?v=${ID}`,
  `https://www.youtube.com@evil.example/watch?v=${ID}`,
  `https://user:secret@www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com:8443/watch?v=${ID}`,
  `https://уoutube.com/watch?v=${ID}`,
  `https://notyoutu.be/${ID}`,
  `ftp://www.youtube.com/watch?v=${ID}`,
  'https://www.youtube.com/watch?v=../../x%22',
  `https://www.youtube.com/watch?v=${ID}"onload=`,
  'https://www.youtube.com/@channel',
  'https://vimeo.com/about',
  'https://vimeo.com/76979871/..%2f..',
  'https://www.dailymotion.com/video/x5e9eog%22%3E',
  `http://tube.example/w/${SHORT}`,
  `https://127.0.0.1/w/${SHORT}`,
  `https://[::1]/w/${SHORT}`,
  `https://localhost/w/${SHORT}`,
  `https://tube.example:9000/w/${SHORT}`,
  `https://www.youtube.com/w/${SHORT}`,
  `https://tube.example/w/${SHORT}/../..`,
  `https://open.spotify.com.evil.example/track/${TRACK}`,
  'https://open.spotify.com/track/x',
  'https://soundcloud.com/forss',
  'https://soundcloud.com/forss/%22%3E%3Cscript%3E',
  'https://ada.bandcamp.com/album/engines',
  'https://bandcamp.com/EmbeddedPlayer/album=x/',
  'https://music.apple.com/gb/album/a/"><script>/1',
  'javascript:alert(1)//www.youtube.com/watch?v=x',
  'data:text/html,<script>alert(1)</script>',
  'https://',
  '',
]

t.test('the URL of a video becomes that of the player', async (t) => {
  for (const [url, src] of videos) t.equal(findVideo(url)?.src, src, url)
  t.equal(findVideo(`https://youtu.be/${ID}`)?.provider, 'YouTube')
  t.equal(findVideo(`https://tube.example/w/${SHORT}`)?.provider, 'tube.example')
})

t.test('the URL of music becomes that of the player', async (t) => {
  for (const [url, src] of music) t.equal(findMusic(url)?.src, src, url)
})

t.test('a URL that is not exactly one of a provider has no player', async (t) => {
  for (const url of neither) {
    t.equal(findVideo(url), undefined, url)
    t.equal(findMusic(url), undefined, url)
  }
})

t.test('every player is on the host of its provider, whatever the URL has', async (t) => {
  const evil = [
    '"><script>',
    '%22%3E',
    '\n',
    '\u0000',
    '#x',
    '?a=b',
    '&x=1',
    '/../..',
    '\\',
    ';',
    ' ',
    '😀',
    '%00',
    '@evil.example',
  ]
  for (const [url, src] of [...videos, ...music])
    for (const part of evil)
      for (const changed of [url + part, url.replace('/', `/${part}`), url.replace('=', `=${part}`)]) {
        const player = findVideo(changed) ?? findMusic(changed)
        if (player === undefined) continue
        t.equal(new URL(player.src).host, new URL(src).host, changed)
        t.match(player.src, /^https:\/\/[\w.-]+\/[\w/.?=&%:-]*$/)
      }
})
