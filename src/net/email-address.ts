/** Whether a text is an e-mail address, which may be an international one. */
export function isEmail(text: string): boolean {
  return /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[A-Za-z0-9\u0080-\uffff](?:[A-Za-z0-9\u0080-\uffff-]{0,61}[A-Za-z0-9\u0080-\uffff])?\.)+[A-Za-z\u0080-\uffff][A-Za-z0-9\u0080-\uffff-]{0,61}[A-Za-z0-9\u0080-\uffff]$/.test(
    text,
  )
}
