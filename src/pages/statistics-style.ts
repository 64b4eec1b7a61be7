/** The style sheet of statistics pages, after the shared one. */
export const STATISTICS_STYLE = `
main.wide{max-width:60rem;justify-items:stretch}
.spans{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
.spans a{display:inline-block;min-height:2.75rem;padding:.5rem 0}
.spans a[aria-current]{color:var(--ink);font-weight:650;text-decoration:none}
.period{width:100%;grid-template-columns:repeat(auto-fit,minmax(min(11.5rem,100%),1fr));gap:1rem;align-items:end}
.field{min-width:0}
.field select{width:100%;min-height:3.25rem;padding:.6rem .9rem;border:1.5px solid var(--edge);border-radius:6px;background:var(--card);color:var(--ink);font:inherit}
.totals{display:flex;flex-wrap:wrap;gap:1rem 3rem;margin:0}
.totals dt{color:var(--soft);font-size:.9375rem}
.totals dd{margin:0;font-size:2rem;font-weight:600;line-height:1.2;font-variant-numeric:tabular-nums}
section{display:grid;gap:.75rem;align-content:start;min-width:0}
.plot{direction:ltr;width:100%;height:auto;display:block}
.rule{stroke:var(--line);stroke-width:1}
.scale{fill:var(--soft);font-size:13px}
.halves .scale{font-size:20px}
@media (max-width:40rem){.scale,.halves .scale{font-size:25px}.scale.odd{display:none}}
.all,rect{fill:var(--edge)}
.unique{fill:var(--plank);pointer-events:none}
.key{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-inline-start:.6em}
.key.all{background:var(--edge)}
.key.unique{background:var(--plank)}
.l0{fill:var(--line)}
.l1,.l2,.l3,.l4{fill:var(--plank)}
.l1{fill-opacity:.35}.l2{fill-opacity:.55}.l3{fill-opacity:.75}
.map path{stroke:var(--paper);stroke-width:.7}
.groups{display:grid;gap:2rem;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr))}
.halves{grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr))}
.bars{list-style:none;margin:0;padding:0;display:grid;gap:.6rem}
.bars li{display:grid;grid-template-columns:1fr auto;gap:.1rem 1rem;align-items:baseline}
.bars svg{grid-column:1/-1;width:100%;height:6px;display:block}
[dir=rtl] .bars svg{transform:scaleX(-1)}
.figure{font-variant-numeric:tabular-nums}
summary{cursor:pointer;padding:.6rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:start;padding:.25rem 0;padding-inline-end:1.5rem;border-bottom:1px solid var(--line);font-weight:400}
.halves th,.halves td{padding-inline-end:.8rem;white-space:nowrap}
thead th{font-weight:600}
`
