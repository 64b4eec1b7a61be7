/** The colors of a bio page, as `#RRGGBB`. */
interface Palette {
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

const SERIF =
  'ui-serif,"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua","Source Serif 4","Noto Serif",Georgia,serif'
const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace'

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
    style: `h1,h2,h3{font-family:${SERIF}}.go{position:relative;isolation:isolate;background:none;padding-right:2.6rem}.go::before{content:"";position:absolute;inset:0;z-index:-1;background:var(--act);border-radius:6px 0 0 6px;clip-path:polygon(0 0,calc(100% - 1.4rem) 0,100% 50%,calc(100% - 1.4rem) 100%,0 100%)}.go:hover{text-decoration:underline;text-underline-offset:.2em}.blocks{justify-items:stretch}.face{border-radius:18px}header{justify-items:start;text-align:start}.social{justify-content:start}`,
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
      '.go{border-radius:99px;justify-content:center;text-align:center}.go img{position:absolute;left:.5rem;border-radius:99px}.pictured .words{padding-inline:2.4rem}.go:hover{text-decoration:underline;text-underline-offset:.2em}',
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
    style: `h1,h2,h3{font-family:${SERIF}}h1{font-style:italic}.go{border-radius:4px 16px 16px 4px;border-left:6px solid var(--accent);box-shadow:0 1px 0 var(--line),0 6px 18px rgb(60 60 20/.08)}.go:hover{text-decoration:underline;text-underline-offset:.2em}`,
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
      '.go{border-radius:16px;justify-content:center;text-align:center}.go img{position:absolute;left:.5rem;border-radius:10px}.pictured .words{padding-inline:2.4rem}.go:hover{text-decoration:underline;text-underline-offset:.2em}.face{border-radius:36% 64% 58% 42%/46% 42% 58% 54%}',
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
    style: `body,h1,h2,h3{font-family:${MONO};letter-spacing:-.02em}.go{border:2px solid var(--line);border-radius:0;box-shadow:5px 5px 0 var(--line)}.go:hover{translate:2px 2px;box-shadow:3px 3px 0 var(--line)}.face,.shown{border-radius:0;border:2px solid var(--line)}.contact{border-width:2px;border-radius:0}.social a{border-radius:0;border-width:2px}header{justify-items:start;text-align:start}.social{justify-content:start}`,
  },
}

/** The style sheet of a theme: its colors, light and dark, and its shapes. An unknown theme gives `plain`. */
export function themeStyle(name: string): string {
  const theme = (Object.hasOwn(THEMES, name) ? THEMES[name] : undefined) ?? THEMES['plain']
  if (theme === undefined) return ''
  return `:root{color-scheme:light dark;${variables(theme.light)}}@media (prefers-color-scheme:dark){:root{${variables(theme.dark)}}}${BIO_STYLE}${theme.style}`
}

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}:${color}`)
    .join(';')
}

const BIO_STYLE = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;background:var(--ground)}
body{margin:0;min-height:100vh;min-height:100svh;background:linear-gradient(170deg,var(--ground),var(--ground2));color:var(--ink);font:1.0625rem/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Ubuntu,Cantarell,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,h3{font-weight:650;line-height:1.2;letter-spacing:-.012em;margin:0;text-wrap:balance}
h1{font-size:clamp(1.75rem,1.4rem + 2vw,2.4rem)}
h2{font-size:1.3rem;margin-top:1rem}
h3{font-size:1.1rem;margin-top:.5rem}
p,ul,ol{margin:0}
ul,ol{padding-left:1.75rem}
a{color:var(--accent);text-decoration-thickness:.08em;text-underline-offset:.18em}
a:hover{text-decoration-thickness:.14em}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
main{max-width:36rem;margin:0 auto;padding:clamp(2rem,7vh,4.5rem) 1.25rem 4rem;display:grid;gap:1.75rem}
main>*,.blocks>*{min-width:0;max-width:100%}
header{display:grid;gap:.75rem;justify-items:center;text-align:center}
.face{width:7rem;height:7rem;object-fit:cover;border-radius:50%}
.about{color:var(--soft);white-space:pre-line}
.draft{padding:.6rem 1rem;border:1.5px dashed var(--soft);border-radius:8px;color:var(--soft);font-size:.9375rem}
.blocks{display:grid;gap:.9rem}
.go{position:relative;display:flex;align-items:center;gap:.9rem;min-height:3.5rem;padding:.6rem 1.2rem;background:var(--act);color:var(--on-act);font-weight:600;line-height:1.35;text-decoration:none}
.go img{width:2.5rem;height:2.5rem;object-fit:cover;border-radius:8px;flex:none}
.text{display:grid;gap:.75rem}
.text code{font-family:${MONO};font-size:.92em;background:var(--card);padding:.1em .3em;border-radius:4px}
.text.center{text-align:center}.text.right{text-align:end}.text.justify{text-align:justify;hyphens:auto}
figure{margin:0}
.shown{display:block;width:100%;height:auto;border-radius:12px}
.social{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.6rem;justify-content:center}
.social a{display:inline-flex;align-items:center;gap:.5rem;min-height:2.75rem;padding:.35rem .95rem;border:1.5px solid var(--line);border-radius:99px;background:var(--card);color:var(--ink);text-decoration:none;font-size:.9375rem}
.social a:hover{text-decoration:underline}
.icon{width:1.35rem;height:1.35rem;flex:none}
.contact{display:grid;gap:.5rem;padding:1.1rem 1.25rem;border:1.5px solid var(--line);border-radius:12px;background:var(--card);font-style:normal}
.contact strong{font-size:1.1rem}
.contact span,.contact a{display:flex;gap:.7rem;align-items:flex-start;white-space:pre-line}
.contact .icon{margin-top:.2rem}
.contour{position:fixed;right:0;bottom:0;width:min(34rem,90vw);height:auto;color:var(--line);z-index:-1;pointer-events:none}
@media (forced-colors:active){.go{border:2px solid LinkText}}
@media (prefers-reduced-motion:no-preference){.go{transition:translate .12s,box-shadow .12s}}
`
