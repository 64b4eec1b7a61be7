import { isEmail } from '../net/email-address.ts'

/** Adds the formats `uri` and `email` to Ajv. Its own ones reject international addresses and accept `http://`. */
export function addFormats(ajv: { addFormat(name: string, check: (text: string) => boolean): unknown }): void {
  ajv.addFormat('uri', (text) => URL.canParse(text))
  ajv.addFormat('email', isEmail)
}
