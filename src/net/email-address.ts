const ASCII_FORM =
  'must have only ASCII characters; write an international domain in Punycode, such as ada@xn--bcher-kva.example'

/** Whether a text is an e-mail address, which may be an international one. */
export function isEmail(text: string): boolean {
  return /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[A-Za-z0-9\u0080-\uffff](?:[A-Za-z0-9\u0080-\uffff-]{0,61}[A-Za-z0-9\u0080-\uffff])?\.)+[A-Za-z\u0080-\uffff][A-Za-z0-9\u0080-\uffff-]{0,61}[A-Za-z0-9\u0080-\uffff]$/.test(
    text,
  )
}

/** The fault of an e-mail address that clients may not read: the format of the document has only ASCII. */
export const asciiFault = (email: string): string | null => (/[^\x20-\x7e]/.test(email) ? ASCII_FORM : null)
