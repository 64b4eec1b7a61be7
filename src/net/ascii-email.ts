const FORM =
  'must have only ASCII characters; write an international domain in Punycode, such as ada@xn--bcher-kva.example'

/** The fault of an e-mail address that clients may not read: the format of the document has only ASCII. */
export const asciiFault = (email: string): string | null => (/[^\x20-\x7e]/.test(email) ? FORM : null)
