const WIDTH = 24
const REDRAW_MS = 200

/**
 * A line on a terminal that shows how far something is, with rate and time left; nothing where there is no terminal.
 */
export interface Progress {
  update(done: number, total: number | undefined): void
  note(text: string | null): void
  end(): void
}

export interface Terminal {
  isTerminal: boolean
  write(text: string): void
}

export function createProgress({ isTerminal, write }: Terminal, verb: string): Progress {
  if (!isTerminal) return { update() {}, note() {}, end() {} }
  const startedAt = Date.now()
  let drawnAt = 0
  let waiting: string | null = null
  const draw = (text: string) => write(`\r\u001b[2K${text}`)

  return {
    update(done, total) {
      const now = Date.now()
      if (now - drawnAt < REDRAW_MS && done !== total) return
      drawnAt = now
      const seconds = (now - startedAt) / 1000
      const rate = seconds > 0 ? done / seconds : 0
      const parts = [verb]
      if (total !== undefined && total > 0) {
        const share = Math.min(1, done / total)
        parts.push(`[${'#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '.')}]`, `${Math.floor(share * 100)} %`)
      }
      parts.push(`${done}${total === undefined ? '' : ` of ${total}`} rows`, `${Math.round(rate)}/s`)
      if (total !== undefined && rate > 0 && done < total) parts.push(`${duration((total - done) / rate)} left`)
      if (waiting !== null) parts.push(waiting)
      draw(parts.join('  '))
    },
    note(text) {
      waiting = text
      if (text !== null) draw(`${verb}  ${text}`)
    },
    end() {
      draw('')
    },
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes === 0) return `${whole} s`
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
