/** Whether a text is an e-mail address, which may be an international one. */
export function isEmail(text: string): boolean {
  return /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[A-Za-z0-9\u0080-\uffff](?:[A-Za-z0-9\u0080-\uffff-]{0,61}[A-Za-z0-9\u0080-\uffff])?\.)+[A-Za-z\u0080-\uffff][A-Za-z0-9\u0080-\uffff-]{0,61}[A-Za-z0-9\u0080-\uffff]$/.test(
    text,
  )
}

/** Adds the formats `uri` and `email` to Ajv. Its own ones reject international addresses and accept `http://`. */
export function addFormats(ajv: { addFormat(name: string, check: (text: string) => boolean): unknown }): void {
  ajv.addFormat('uri', (text) => URL.canParse(text))
  ajv.addFormat('email', isEmail)
}
