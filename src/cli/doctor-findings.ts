/** The result of a check; `cure` says what to do. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'failed'
  message: string
  cure?: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message })
export const warning = (check: string, message: string, cure: string): Finding => ({
  check,
  status: 'warning',
  message,
  cure,
})
export const failed = (check: string, message: string, cure: string): Finding => ({
  check,
  status: 'failed',
  message,
  cure,
})
