// The design of the pages: paper background, dark green text, an orange logo; the main button has the shape of a
// signpost.

/** Colors, light and dark. Each text color has a contrast of at least 4.5 on its background. */
const TOKENS = `
:root{color-scheme:light dark;--paper:#f5f1e6;--card:#fffdf8;--ink:#1c2924;--soft:#53605a;--line:#d8d0bc;--edge:#857d68;--plank:#1c5a44;--plank-deep:#134534;--on-plank:#ffffff;--blaze:#c4431f;--mark:#a93717;--focus:#1450c8}
@media (prefers-color-scheme:dark){:root{--paper:#111815;--card:#19221e;--ink:#ece7d9;--soft:#a8b3ac;--line:#2f3b36;--edge:#75827b;--plank:#8fd4b2;--plank-deep:#b0e5ca;--on-plank:#0c1612;--blaze:#f0764d;--mark:#ff9b78;--focus:#9cc3ff}}
`

/** The style sheet that pages share. */
export const BASE_STYLE = `${TOKENS}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100svh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Ubuntu,Cantarell,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,h3{font-family:ui-serif,"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua","Source Serif 4","Noto Serif",Georgia,serif;font-weight:600;line-height:1.18;letter-spacing:-.012em;margin:0;text-wrap:balance}
:lang(ar),:lang(ar) :is(h1,h2,h3,.kicker){letter-spacing:0}
:lang(ja) :is(h1,h2,h3){word-break:auto-phrase}
h1{font-size:clamp(1.9rem,1.35rem + 2.6vw,2.75rem)}
h2{font-size:1.35rem}
h3{font-size:1.1rem}
p{margin:0}
a{color:var(--plank);text-decoration-thickness:.08em;text-underline-offset:.18em}
a:hover{color:var(--plank-deep);text-decoration-thickness:.14em}
img,svg{max-width:100%}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px;border-radius:4px}
main{position:relative;width:100%;max-width:38rem;margin:auto;padding:clamp(2rem,8vh,5rem) 1.25rem;display:grid;gap:1.25rem;justify-items:start}
main>*{max-width:100%;min-width:0}
.blaze{display:block;width:2.5rem;height:auto;color:var(--blaze)}
.soft{color:var(--soft)}
.small{font-size:.9375rem}
.error{color:var(--mark);font-weight:600}
.kicker{font-size:.875rem;font-weight:600;letter-spacing:.06em;text-transform:uppercase;color:var(--mark)}
.address{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.9375rem}
.contour{position:fixed;inset-inline-end:0;bottom:0;width:min(34rem,90vw);height:auto;color:var(--line);z-index:-1;pointer-events:none}
.plank{position:relative;isolation:isolate;display:inline-flex;align-items:center;min-height:3.25rem;padding-block:.65rem;padding-inline:1.4rem 2.5rem;border:0;background:none;color:var(--on-plank);font:inherit;font-weight:650;line-height:1.3;text-decoration:none;cursor:pointer}
.plank::before{content:"";position:absolute;inset:0;z-index:-1;background:var(--plank);border-radius:6px 0 0 6px;clip-path:polygon(0 0,calc(100% - 1.35rem) 0,100% 50%,calc(100% - 1.35rem) 100%,0 100%)}
[dir=rtl] .plank::before,[dir=rtl] .contour{transform:scaleX(-1)}
.plank:hover{color:var(--on-plank)}
.plank:hover::before{background:var(--plank-deep)}
.field{display:grid;gap:.4rem;width:100%}
.field label{font-weight:600}
.field input{width:100%;min-height:3.25rem;padding:.6rem .9rem;border:1.5px solid var(--edge);border-radius:6px;background:var(--card);color:var(--ink);font:inherit}
form{display:grid;gap:1.25rem;justify-items:start;width:min(100%,26rem)}
.facts{display:grid;gap:.8rem;width:100%;margin:0;padding:1.1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:8px}
.facts dt{font-size:.875rem;color:var(--soft)}
.facts dd{margin:0;white-space:pre-line}
[dir=rtl] .facts dd{text-align:right}
.hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:30rem){.facts div{display:grid;grid-template-columns:7rem 1fr;gap:1.5rem;align-items:baseline}}
@media (forced-colors:active){.plank{border:2px solid ButtonText}}
@media print{.contour{display:none}}
`
