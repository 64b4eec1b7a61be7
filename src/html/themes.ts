import { FONT_STACKS } from './fonts.ts'

/** The colors of a bio page, as `#RRGGBB`. */
export interface Palette {
  /** Background; `ground2` is the end of its gradient. */
  ground: string
  ground2: string
  card: string
  ink: string
  /** Secondary text. */
  soft: string
  line: string
  /** Buttons. */
  act: string
  onAct: string
  /** Links in texts, and focus outlines. */
  accent: string
}

interface Theme {
  light: Palette
  dark: Palette
  /** CSS for shapes and fonts, after the shared sheet of bio pages. */
  style: string
}

const { serif: SERIF, mono: MONO } = FONT_STACKS

export const THEMES: Record<string, Theme> = {
  plain: {
    light: {
      ground: '#ffffff',
      ground2: '#ffffff',
      card: '#ffffff',
      ink: '#17191c',
      soft: '#565c64',
      line: '#c9ced6',
      act: '#ffffff',
      onAct: '#17191c',
      accent: '#0b57c2',
    },
    dark: {
      ground: '#131518',
      ground2: '#131518',
      card: '#131518',
      ink: '#f0f1f3',
      soft: '#a9b0ba',
      line: '#3c434d',
      act: '#131518',
      onAct: '#f0f1f3',
      accent: '#8dbcff',
    },
    style: '.go{border:1.5px solid var(--ink);border-radius:12px}.go:hover{background:var(--ink);color:var(--ground)}',
  },
  trail: {
    light: {
      ground: '#f5f1e6',
      ground2: '#f5f1e6',
      card: '#fffdf8',
      ink: '#1c2924',
      soft: '#53605a',
      line: '#d8d0bc',
      act: '#1c5a44',
      onAct: '#ffffff',
      accent: '#1c5a44',
    },
    dark: {
      ground: '#111815',
      ground2: '#111815',
      card: '#19221e',
      ink: '#ece7d9',
      soft: '#a8b3ac',
      line: '#2f3b36',
      act: '#8fd4b2',
      onAct: '#0c1612',
      accent: '#8fd4b2',
    },
    style: `h1,h2,h3{font-family:${SERIF}}.go{position:relative;isolation:isolate;background:none;padding-inline-end:2.6rem}.go::before{content:"";position:absolute;inset:0;z-index:-1;background:var(--act);border-radius:6px 0 0 6px;clip-path:polygon(0 0,calc(100% - 1.4rem) 0,100% 50%,calc(100% - 1.4rem) 100%,0 100%)}.go:hover{text-decoration:underline;text-underline-offset:.2em}.blocks{justify-items:stretch}.face{border-radius:18px}header{justify-items:start;text-align:start}.social{justify-content:start}`,
  },
  harbour: {
    light: {
      ground: '#e3eef7',
      ground2: '#c7dcec',
      card: '#f6fafd',
      ink: '#0c2438',
      soft: '#3d5467',
      line: '#a9c4d8',
      act: '#0e4a78',
      onAct: '#ffffff',
      accent: '#0e4a78',
    },
    dark: {
      ground: '#0a1a28',
      ground2: '#0d2b41',
      card: '#122f46',
      ink: '#e6f1f9',
      soft: '#a9c1d3',
      line: '#2b4d68',
      act: '#9fd3f5',
      onAct: '#07202f',
      accent: '#9fd3f5',
    },
    style:
      '.go{border-radius:99px;justify-content:center;text-align:center}.go img{position:absolute;inset-inline-start:.5rem;border-radius:99px}.pictured .words{padding-inline:2.4rem}.go:hover{text-decoration:underline;text-underline-offset:.2em}',
  },
  orchard: {
    light: {
      ground: '#f3f7ea',
      ground2: '#e9f1d8',
      card: '#ffffff',
      ink: '#2a2118',
      soft: '#5d5546',
      line: '#cfd9b4',
      act: '#ffffff',
      onAct: '#7a1f3d',
      accent: '#7a1f3d',
    },
    dark: {
      ground: '#171a10',
      ground2: '#20260f',
      card: '#23291a',
      ink: '#f3efe2',
      soft: '#bab79f',
      line: '#434b2c',
      act: '#23291a',
      onAct: '#f7b3c6',
      accent: '#f7b3c6',
    },
    style: `h1,h2,h3{font-family:${SERIF}}h1{font-style:italic}.go{border-radius:4px 16px 16px 4px;border-inline-start:6px solid var(--accent);box-shadow:0 1px 0 var(--line),0 6px 18px rgb(60 60 20/.08)}.go:hover{text-decoration:underline;text-underline-offset:.2em}`,
  },
  dusk: {
    light: {
      ground: '#efe4fb',
      ground2: '#ffe3d3',
      card: '#fdf8ff',
      ink: '#2b1745',
      soft: '#5a4570',
      line: '#d5bfe6',
      act: '#54258c',
      onAct: '#ffffff',
      accent: '#54258c',
    },
    dark: {
      ground: '#1a1030',
      ground2: '#3b1a35',
      card: '#2a1a42',
      ink: '#f5ecff',
      soft: '#c9b7dc',
      line: '#543c6e',
      act: '#ffc2a1',
      onAct: '#2a1128',
      accent: '#ffc2a1',
    },
    style:
      '.go{border-radius:16px;justify-content:center;text-align:center}.go img{position:absolute;inset-inline-start:.5rem;border-radius:10px}.pictured .words{padding-inline:2.4rem}.go:hover{text-decoration:underline;text-underline-offset:.2em}.face{border-radius:36% 64% 58% 42%/46% 42% 58% 54%}',
  },
  slate: {
    light: {
      ground: '#f2f2ef',
      ground2: '#f2f2ef',
      card: '#ffffff',
      ink: '#101113',
      soft: '#4c4f55',
      line: '#101113',
      act: '#ffd84a',
      onAct: '#101113',
      accent: '#101113',
    },
    dark: {
      ground: '#17181b',
      ground2: '#17181b',
      card: '#202226',
      ink: '#f4f4f0',
      soft: '#b1b4ba',
      line: '#f4f4f0',
      act: '#ffd84a',
      onAct: '#101113',
      accent: '#ffd84a',
    },
    style: `body,h1,h2,h3{font-family:${MONO};letter-spacing:-.02em}.go{border:2px solid var(--line);border-radius:0;box-shadow:5px 5px 0 var(--line)}.go:hover{translate:2px 2px;box-shadow:3px 3px 0 var(--line)}.face,.shown{border-radius:0;border:2px solid var(--line)}.contact,.faq details,.product li>*,.poster,.form{border-width:2px;border-radius:0}.social a{border-radius:0;border-width:2px}header{justify-items:start;text-align:start}.social{justify-content:start}.product .bare{background:var(--ground)}`,
  },
}
