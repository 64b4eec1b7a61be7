import { isEmail } from '../net/email-address.ts'
import { isWebUrl } from '../net/web-url.ts'

/**
 * Adds the formats `uri` and `email` to Ajv. Its own ones reject international addresses and accept `http://`. Apps
 * have URLs without a host.
 */
export function addFormats(ajv: { addFormat(name: string, check: (text: string) => boolean): unknown }): void {
  ajv.addFormat('uri', (text) => (/^https?:/i.test(text) ? isWebUrl(text) : URL.canParse(text)))
  ajv.addFormat('email', isEmail)
}
