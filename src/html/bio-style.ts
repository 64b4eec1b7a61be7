import { FONT_STACKS } from './fonts.ts'

/** The style sheet that bio pages share; colors are the variables of a palette. */
export const BIO_STYLE = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;background:var(--ground)}
body{isolation:isolate;margin:0;min-height:100vh;min-height:100svh;background:linear-gradient(170deg,var(--ground),var(--ground2));color:var(--ink);font:1.0625rem/1.6 ${FONT_STACKS.sans};overflow-wrap:anywhere}
h1,h2,h3{font-weight:650;line-height:1.2;letter-spacing:-.012em;margin:0;text-wrap:balance}
:lang(ar) :is(h1,h2,h3){letter-spacing:0}
:lang(ja) :is(h1,h2,h3){word-break:auto-phrase}
h1{font-size:clamp(1.75rem,1.4rem + 2vw,2.4rem)}
h2{font-size:1.3rem;margin-top:1rem}
h3{font-size:1.1rem;margin-top:.5rem}
p,ul,ol,figure{margin:0}
ul,ol{padding-inline-start:1.75rem}
a{color:var(--accent);text-decoration-thickness:.08em;text-underline-offset:.18em}
a:hover{text-decoration-thickness:.14em}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
main{max-width:36rem;margin:0 auto;padding:clamp(2rem,7vh,4.5rem) 1.25rem 4rem;display:grid;gap:1.75rem}
main>*,.blocks>*,.shown{min-width:0;max-width:100%}
header{display:grid;gap:.75rem;justify-items:center;text-align:center}
.face{width:7rem;height:7rem;object-fit:cover;border-radius:50%}
.about{color:var(--soft);white-space:pre-line}
.draft{padding:.6rem 1rem;border:1.5px dashed var(--soft);border-radius:8px;color:var(--soft);font-size:.9375rem}
.blocks{display:grid;gap:.9rem}
.go{position:relative;display:flex;align-items:center;gap:.9rem;min-height:3.5rem;padding:.6rem 1.2rem;background:var(--act);color:var(--on-act);font-weight:600;line-height:1.35;text-decoration:none}
.go img{width:2.5rem;height:2.5rem;object-fit:cover;border-radius:8px;flex:none}
.text{display:grid;gap:.75rem}
.text code{font-family:${FONT_STACKS.mono};font-size:.92em;background:var(--card);padding:.1em .3em;border-radius:4px}
.left{text-align:left}.center{text-align:center}.right{text-align:right}.justify{text-align:justify;hyphens:auto}
.shown{display:block;height:auto;margin:auto;border-radius:12px}
.social{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.6rem;justify-content:center}
.social a{display:inline-flex;align-items:center;gap:.5rem;min-height:2.75rem;padding:.35rem .95rem;border:1.5px solid var(--line);border-radius:99px;background:var(--card);color:var(--ink);text-decoration:none;font-size:.9375rem}
.social a:hover{text-decoration:underline}
.icon{width:1.35rem;height:1.35rem;flex:none}
.contact{display:grid;gap:.5rem;padding:1.1rem 1.25rem;border:1.5px solid var(--line);border-radius:12px;background:var(--card);font-style:normal}
.contact strong{font-size:1.1rem}
.contact span,.contact a{display:flex;gap:.7rem;align-items:flex-start;white-space:pre-line}
.contact .icon{margin-top:.2rem}
hr{width:100%;margin:.75rem 0;border:0;border-top:1.5px solid var(--line)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.faq{display:grid;gap:.6rem}
.faq details{border:1.5px solid var(--line);border-radius:12px;background:var(--card)}
.faq summary{padding:.85rem 1.1rem;font-weight:600;line-height:1.35;cursor:pointer}
.faq .text{padding:0 1.1rem 1rem}
.product{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,9rem),1fr));gap:.9rem}
.product li>*{display:flex;flex-direction:column;height:100%;padding:.9rem 1rem;border:1.5px solid var(--line);border-radius:12px;background:var(--card);color:var(--ink);line-height:1.35;text-decoration:none;overflow:hidden}
.product img,.product .bare{display:grid;place-content:center;width:calc(100% + 2rem);max-width:none;height:auto;aspect-ratio:1;object-fit:cover;margin:-.9rem -1rem .8rem;background:var(--line)}
.bare .icon{width:3rem;height:3rem;color:var(--ink)}
.product a:hover strong{text-decoration:underline}
.product .about{font-size:.9375rem}
.product .price{margin-top:auto;padding-top:.5rem;font-weight:650}
.player{display:grid;gap:.45rem}
.player iframe{display:block;width:100%;aspect-ratio:16/9;border:0;border-radius:12px;background:var(--card)}
.player iframe[height]{aspect-ratio:auto}
.player figcaption{display:flex;flex-wrap:wrap;gap:.15rem 1rem;justify-content:space-between;font-size:.9375rem}
.poster{display:grid;place-content:center;justify-items:center;gap:.75rem;width:100%;padding:1rem 1.25rem;border:1.5px solid var(--line);border-radius:12px;background:var(--card);color:var(--ink);font:inherit;line-height:1.35;text-align:center;cursor:pointer}
.poster[hidden]{display:none}
.poster.video{aspect-ratio:16/9}
.poster.music{grid-template-columns:auto 1fr;justify-items:start;align-items:center;text-align:start}
.poster .icon{width:3rem;height:3rem;color:var(--accent)}
.poster .note{display:block;margin-top:.2rem;color:var(--soft);font-size:.9375rem}
.poster:hover strong{text-decoration:underline}
button{border:0;font:inherit;cursor:pointer}
.form{display:grid;gap:1.1rem;padding:1.1rem 1.25rem 1.25rem;border:1.5px solid var(--line);border-radius:12px;background:var(--card)}
.form h2{margin:0}
.field{display:grid;gap:.35rem}
.field>label{font-weight:600}
.field :is(input,textarea,select){width:100%;min-height:3rem;padding:.55rem .8rem;border:1.5px solid var(--soft);border-radius:8px;background:var(--ground);color:var(--ink);font:inherit}
.field [aria-invalid]{border-width:3px;border-color:var(--ink)}
.field .tick{display:grid;grid-template-columns:auto 1fr;gap:.75rem;align-items:start}
.field .tick input{width:1.5rem;height:1.5rem;min-height:0;margin:.05rem 0 0;accent-color:var(--accent)}
.note{color:var(--soft);font-weight:400;font-size:.9375rem}
.fault{padding-inline-start:.7rem;border-inline-start:4px solid var(--ink);font-weight:600;font-size:.9375rem}
.trap{position:absolute;inset-inline-start:-9999px;overflow:hidden}
.trap input{width:1px;height:1px;padding:0;border:0}
.form .go{justify-content:center}
.form .go:disabled{opacity:.55;cursor:not-allowed}
.contour{position:fixed;inset-inline-end:0;bottom:0;width:min(34rem,90vw);height:auto;color:var(--line);z-index:-1;pointer-events:none}
[dir=rtl] .go::before,[dir=rtl] .contour{transform:scaleX(-1)}
@media (forced-colors:active){.go{border:2px solid LinkText}}
@media (prefers-reduced-motion:no-preference){.go{transition:translate .12s,box-shadow .12s}}
`
