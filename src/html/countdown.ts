/**
 * A script that opens the link with `data-go` after `data-seconds` seconds, unless the visitor chooses to stay. Without
 * JavaScript, visitors use the link or the meta refresh of `refresh` (urls.ts).
 */
export const COUNTDOWN_SCRIPT = `(() => {
const go = document.querySelector('a[data-go]')
const box = document.querySelector('[data-seconds]')
if (!go || !box) return
const shown = box.querySelector('[data-left]')
const bar = box.querySelector('progress')
const stay = box.querySelector('button')
const total = Number(box.dataset.seconds)
const start = performance.now()
const timer = setInterval(() => {
  const left = total - (performance.now() - start) / 1000
  if (shown) shown.textContent = Math.max(0, Math.ceil(left)).toLocaleString(document.documentElement.lang)
  if (bar) bar.value = Math.min(total, total - left)
  if (left <= 0) { clearInterval(timer); location.replace(go.href) }
}, 100)
box.hidden = false
if (stay) stay.addEventListener('click', () => { clearInterval(timer); box.hidden = true; go.focus() })
addEventListener('pageshow', (event) => { if (event.persisted) { clearInterval(timer); box.hidden = true } })
})()`
