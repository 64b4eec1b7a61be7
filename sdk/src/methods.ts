// Made from openapi.yaml by `npm run sdk` in tools/contract.
import type { Call } from './call.ts'

/** One method an operation of the document, by its operationId. */
export interface WaymarkClient {
  /**
   * Register an account
   *
   * Creates an account and its first API key, which is shown only in this response. 403 if registration is closed.
   */
  register: Call<'register'>
  /**
   * Get a new API key by password
   *
   * Creates a new API key for an account, also after all keys were lost. Send `email` or `username`. If the account has 25 active keys, the oldest one created by a login is revoked or, without one, the key unused for longest. The response sets a cookie: wrong passwords that others at the same address send do not delay a client that sends it with later logins.
   */
  login: Call<'login'>
  /**
   * Get the account
   *
   * The account of the API key. Use it to verify a key and its environment.
   */
  getAccount: Call<'getAccount'>
  /**
   * Get the account, by POST
   *
   * The same response as `GET /api/account`, for clients that verify a key by POST.
   */
  postAccount: Call<'postAccount'>
  /**
   * Delete the account
   *
   * Deletes the account with everything that it has, for good. From the reply on its API keys are 401, its links, pages, codes and domains are gone, and nothing is sent to its webhooks; a job deletes the rows. Export first what you want to keep.
   */
  deleteAccount: Call<'deleteAccount'>
  /**
   * Update the account
   *
   * Changes the e-mail address, the password, or both; at least one is required. A new password revokes the API keys created by logins; other keys stay valid.
   */
  updateAccount: Call<'updateAccount'>
  /**
   * List API keys
   *
   * The active API keys of the account, newest first; without the keys themselves, and without expired and deleted ones.
   */
  listKeys: Call<'listKeys'>
  /**
   * Create an API key
   *
   * Creates an API key, which is shown only in this response. Each key has its own rate limit, so use one per environment. An account has at most 25 active keys. A key that expires or is restricted can only create keys that expire no later and can do no more.
   */
  createKey: Call<'createKey'>
  /**
   * Rotate an API key
   *
   * Creates a key with the name, scope and expiry of another one, which is revoked now or after `overlap` seconds. A key is rotated once; then its successor is. A key that expires can only rotate keys that expire no later.
   */
  rotateKey: Call<'rotateKey'>
  /**
   * Update an API key
   *
   * Changes the name of a key, what it is restricted to, and the type of `error` in its list responses; at once, on every instance. Scope and expiry cannot be changed.
   */
  updateKey: Call<'updateKey'>
  /**
   * Delete an API key
   *
   * Revokes a key at once, on every instance. A key can delete itself.
   */
  deleteKey: Call<'deleteKey'>
  /**
   * List links
   *
   * The links of the account, newest or most clicked first. `q` searches them, `short` finds one by its short URL or alias. A search or filter that finds more than 10,000 links counts up to the page after this one and says `atleast`.
   */
  listLinks: Call<'listLinks'>
  /**
   * Get a link and its statistics
   *
   * The link with all writable fields, and its visit statistics.
   */
  getLink: Call<'getLink'>
  /**
   * Create a link
   *
   * Shortens a URL. All fields but `url` are optional.
   */
  createLink: Call<'createLink'>
  /**
   * Update a link
   *
   * Changes a link; fields that are not sent keep their value. null clears password, expiry, limit, texts, deep link, campaign and channels; `[]` empties a list.
   */
  updateLink: Call<'updateLink'>
  /**
   * Delete a link
   *
   * Deletes a link with its statistics, and removes it from its campaign and channels.
   */
  deleteLink: Call<'deleteLink'>
  /**
   * Draw the QR code of a link
   *
   * A picture of the short URL. Nothing is stored, and scans count as visits of the link. `caption` adds a frame, by default a bar. 404 for a link whose domain was deleted.
   */
  drawLinkCode: Call<'drawLinkCode'>
  /**
   * Create up to 1,000 links
   *
   * Creates links with the same results as single requests. Of two items with the same alias the second fails. An item with `reuse` may get the link of an item before it. The links of a request have at most 20 different passwords. At most 1,000 items and 4 MiB. The rate limit counts one request per 100 items, rounded up; `X-RateLimit-Cost` has the number.
   */
  createLinks: Call<'createLinks'>
  /**
   * Update up to 1,000 links
   *
   * Changes links, each as a request for it alone would, all at once: a link may get the alias that another gives up, and the external id that an item before it gives up. At most 1,000 items and 4 MiB. The rate limit counts one request per 100 items, rounded up; `X-RateLimit-Cost` has the number.
   */
  updateLinks: Call<'updateLinks'>
  /**
   * Delete up to 1,000 links
   *
   * Deletes links with their statistics. At most 1,000 items and 4 MiB. The rate limit counts one request per 100 items, rounded up; `X-RateLimit-Cost` has the number.
   */
  deleteLinks: Call<'deleteLinks'>
  /**
   * Create up to 1,000 QR codes
   *
   * Creates QR codes with the same results as single requests. One picture of each of 20 designs (colors and logo) is decoded; the other codes of the design share that verdict, and those of further designs get the warning `not_checked`, or `may_not_scan` with `strict=true`. A request has at most 20 different logos, on at most 100 codes. At most 1,000 items and 4 MiB. Every 100 items that are begun count as one request for the rate limit: `X-RateLimit-Cost` says how many this one was.
   */
  createQrCodes: Call<'createQrCodes'>
  /**
   * List QR codes
   *
   * The QR codes of the account, newest first.
   */
  listQrCodes: Call<'listQrCodes'>
  /**
   * Get a QR code and its statistics
   *
   * The code with all writable fields, and its scan statistics.
   */
  getQrCode: Call<'getQrCode'>
  /**
   * Check whether phones will read a QR code
   *
   * Checks contrast, quiet zone, logo and pixels per module, draws the picture at the given size and decodes it with an independent library, sharp and slightly blurred.
   */
  checkQrCode: Call<'checkQrCode'>
  /**
   * Create a QR code
   *
   * Creates a QR code; its picture is public, at `link`. If phones may not read the picture, `warnings` says why.
   */
  createQrCode: Call<'createQrCode'>
  /**
   * Update a QR code
   *
   * Changes the content and appearance of a code; `data` is required. Printed pictures of dynamic codes lead to the new content. null clears background, foreground and logo. A code that gets another `domain` is also served on the previous one.
   */
  updateQrCode: Call<'updateQrCode'>
  /**
   * Delete a QR code
   *
   * Deletes a code and removes it from its channels. Printed pictures of dynamic codes stop working.
   */
  deleteQrCode: Call<'deleteQrCode'>
  /**
   * List templates of QR codes
   *
   * The looks that the account has stored for codes, newest first.
   */
  listQrTemplates: Call<'listQrTemplates'>
  /**
   * Get a template of QR codes
   *
   * One template with its colors, logo and design.
   */
  getQrTemplate: Call<'getQrTemplate'>
  /**
   * Create a template of QR codes
   *
   * Stores a look, which a new code copies with `template`. A code with it is drawn and read back: `warnings` says why phones may not read such codes. An account has at most 100 templates.
   */
  createQrTemplate: Call<'createQrTemplate'>
  /**
   * Update a template of QR codes
   *
   * Changes any of the fields; `design` is replaced as a whole. null clears colors, logo and design. Codes that were made with the template stay as they are.
   */
  updateQrTemplate: Call<'updateQrTemplate'>
  /**
   * Delete a template of QR codes
   *
   * Deletes a template. Codes that were made with it stay as they are.
   */
  deleteQrTemplate: Call<'deleteQrTemplate'>
  /**
   * List bio pages
   *
   * The bio pages of the account, newest first.
   */
  listBios: Call<'listBios'>
  /**
   * Get a bio page and its statistics
   *
   * The page with all writable fields, and its visit statistics.
   */
  getBio: Call<'getBio'>
  /**
   * Create a bio page
   *
   * Creates a page of links, texts and pictures with its own alias.
   */
  createBio: Call<'createBio'>
  /**
   * Update a bio page
   *
   * Changes any of the fields; `blocks` replaces all blocks. null clears title, description and image.
   */
  updateBio: Call<'updateBio'>
  /**
   * Delete a bio page
   *
   * Deletes a page and removes it from its channels.
   */
  deleteBio: Call<'deleteBio'>
  /**
   * List the answers to the forms of a bio page
   *
   * What visitors answered to the forms of the page, with the consent they gave, newest first.
   */
  listBioAnswers: Call<'listBioAnswers'>
  /**
   * Export the answers to the forms of a bio page
   *
   * All answers as a table, oldest first, with a column for each label that a field has or had.
   */
  exportBioAnswers: Call<'exportBioAnswers'>
  /**
   * Get an answer to a form of a bio page
   *
   * One answer with the fields of the form as they were, and the consent that was given.
   */
  getBioAnswer: Call<'getBioAnswer'>
  /**
   * Delete an answer to a form of a bio page
   *
   * Deletes one answer for good, such as when the person who gave it asks for that.
   */
  deleteBioAnswer: Call<'deleteBioAnswer'>
  /**
   * List campaigns
   *
   * The campaigns of the account, newest first. Both `domain` and `name` contain the name.
   */
  listCampaigns: Call<'listCampaigns'>
  /**
   * Get a campaign
   *
   * One campaign with its rotator and list URL.
   */
  getCampaign: Call<'getCampaign'>
  /**
   * Create a campaign
   *
   * Creates a campaign. With a `slug` it has a rotator, which redirects each visit to one of its links.
   */
  createCampaign: Call<'createCampaign'>
  /**
   * Assign a link to a campaign
   *
   * Assigns a link to a campaign and removes it from its previous one: a link is in at most one campaign.
   */
  assignLinkToCampaign: Call<'assignLinkToCampaign'>
  /**
   * Update a campaign
   *
   * Changes a campaign; `name` is required. A `slug` of null removes the rotator.
   */
  updateCampaign: Call<'updateCampaign'>
  /**
   * Delete a campaign
   *
   * Deletes a campaign. Its links are unassigned but not deleted.
   */
  deleteCampaign: Call<'deleteCampaign'>
  /**
   * List channels
   *
   * The channels of the account, newest first.
   */
  listChannels: Call<'listChannels'>
  /**
   * List the items of a channel
   *
   * The links, bio pages and QR codes of a channel, newest assignment first.
   */
  listChannelItems: Call<'listChannelItems'>
  /**
   * Create a channel
   *
   * Creates a channel: a labeled group of links, bio pages and QR codes.
   */
  createChannel: Call<'createChannel'>
  /**
   * Assign an item to a channel
   *
   * Assigns a link, bio page or QR code to a channel. An item can be in several channels. Repeating the request changes nothing.
   */
  assignItemToChannel: Call<'assignItemToChannel'>
  /**
   * Remove an item from a channel
   *
   * Removes a link, bio page or QR code from a channel. The item itself and its other assignments are not changed.
   */
  unassignItemFromChannel: Call<'unassignItemFromChannel'>
  /**
   * Update a channel
   *
   * Changes a channel; fields that are not sent keep their value. null clears the description and the color.
   */
  updateChannel: Call<'updateChannel'>
  /**
   * Delete a channel
   *
   * Deletes a channel. Its items are unassigned but not deleted.
   */
  deleteChannel: Call<'deleteChannel'>
  /**
   * List branded domains
   *
   * The branded domains of the account, newest first.
   */
  listDomains: Call<'listDomains'>
  /**
   * Get a branded domain
   *
   * One branded domain; `/api/domain/{id}/status` shows whether it is ready to serve.
   */
  getDomain: Call<'getDomain'>
  /**
   * Add a branded domain
   *
   * Adds a domain whose DNS already points at the service. A host can belong to only one account, with either scheme.
   */
  createDomain: Call<'createDomain'>
  /**
   * Check a branded domain
   *
   * Checks the DNS and the proof of ownership now: what is expected, what is found, and whether a TLS certificate may be ordered.
   */
  getDomainStatus: Call<'getDomainStatus'>
  /**
   * Update a branded domain
   *
   * Changes the redirects of the bare domain and of unknown paths, and whether case is ignored, which fails if aliases differ in case alone. null clears; fields that are not sent keep their value.
   */
  updateDomain: Call<'updateDomain'>
  /**
   * Delete a branded domain
   *
   * Deletes a domain. Its links and pages keep their statistics but are not served until they get another domain.
   */
  deleteDomain: Call<'deleteDomain'>
  /**
   * List CTA overlays
   *
   * The call-to-action overlays of the account, newest first.
   */
  listOverlays: Call<'listOverlays'>
  /**
   * Get a CTA overlay
   *
   * One overlay with all writable fields.
   */
  getOverlay: Call<'getOverlay'>
  /**
   * Create a CTA overlay
   *
   * Creates an overlay. Links with the `type` `overlay-<id>` show it over their destination.
   */
  createOverlay: Call<'createOverlay'>
  /**
   * Update a CTA overlay
   *
   * Changes any of the fields. `colors` replaces all colors.
   */
  updateOverlay: Call<'updateOverlay'>
  /**
   * Delete a CTA overlay
   *
   * Deletes an overlay. Links that showed it redirect to their destination directly.
   */
  deleteOverlay: Call<'deleteOverlay'>
  /**
   * List splash pages
   *
   * The custom splash pages of the account, newest first.
   */
  listSplash: Call<'listSplash'>
  /**
   * Get a splash page
   *
   * One splash page with all writable fields.
   */
  getSplash: Call<'getSplash'>
  /**
   * Create a splash page
   *
   * Creates a splash page. Links with its id as `type` show it before their destination.
   */
  createSplash: Call<'createSplash'>
  /**
   * Update a splash page
   *
   * Changes any of the fields.
   */
  updateSplash: Call<'updateSplash'>
  /**
   * Delete a splash page
   *
   * Deletes a splash page. Links that showed it redirect to their destination directly.
   */
  deleteSplash: Call<'deleteSplash'>
  /**
   * List pixels
   *
   * The tracking pixels of the account, newest first.
   */
  listPixels: Call<'listPixels'>
  /**
   * Get a pixel
   *
   * One tracking pixel with its type and tag.
   */
  getPixel: Call<'getPixel'>
  /**
   * Create a pixel
   *
   * Creates a tracking pixel. Its type cannot be changed later. Links refer to it in `pixels`.
   */
  createPixel: Call<'createPixel'>
  /**
   * Update a pixel
   *
   * Changes the name, the tag or both. `tag` is required.
   */
  updatePixel: Call<'updatePixel'>
  /**
   * Delete a pixel
   *
   * Deletes a pixel and removes it from its links.
   */
  deletePixel: Call<'deletePixel'>
  /**
   * Get the visits of a link
   *
   * Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps.
   */
  getLinkStatistics: Call<'getLinkStatistics'>
  /**
   * Get the scans of a QR code
   *
   * Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps.
   */
  getQrStatistics: Call<'getQrStatistics'>
  /**
   * Get the owner's signed addresses of a link
   *
   * Signed URLs that open a private link and its statistics page for a day, for anyone who has them. 404 for a link whose domain was deleted: it has no URL.
   */
  getLinkAccess: Call<'getLinkAccess'>
  /**
   * Explain the destination of a visit
   *
   * Evaluates the rules of the link for a hypothetical visit, which is not counted, and says which rule matches and why. 404 for a link whose domain was deleted: visits of it are 404.
   */
  explainLink: Call<'explainLink'>
  /**
   * Get the visits of a campaign
   *
   * Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps. A visit counts for the campaign, channels and domain that its link has at that time, also after the link was moved or deleted.
   */
  getCampaignStatistics: Call<'getCampaignStatistics'>
  /**
   * Get the visits of a channel
   *
   * Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps. A visit counts for the campaign, channels and domain that its link has at that time, also after the link was moved or deleted.
   */
  getChannelStatistics: Call<'getChannelStatistics'>
  /**
   * Get the visits of a domain
   *
   * Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps. A visit counts for the campaign, channels and domain that its link has at that time, also after the link was moved or deleted.
   */
  getDomainStatistics: Call<'getDomainStatistics'>
  /**
   * Get the visits of the account
   *
   * Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps. Links, QR codes and bio pages together, also those that were deleted.
   */
  getAccountStatistics: Call<'getAccountStatistics'>
  /**
   * List the links of a bio page with their visits
   *
   * The links of blocks and pictures on the page, with the visits that followed each of them.
   */
  listBioLinks: Call<'listBioLinks'>
  /**
   * Get the visits of a bio page, or of one of its links
   *
   * Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps.
   */
  getBioStatistics: Call<'getBioStatistics'>
  /**
   * List raw visits
   *
   * The visits of a link, QR code or bio page, one by one, oldest first, with class and reason. Send `nextcursor` as `after` to continue, also later: no visit is skipped or repeated.
   */
  listVisits: Call<'listVisits'>
  /**
   * List events
   *
   * What changed in the account, when, and which API key did it, newest first. Send `nextcursor` as `after` to continue, with `direction=asc` also later: no event is skipped or repeated. An event appears once all changes that began before it are done.
   */
  listEvents: Call<'listEvents'>
  /**
   * List webhooks
   *
   * The webhooks of the account, newest first, without their secrets.
   */
  listWebhooks: Call<'listWebhooks'>
  /**
   * Get a webhook
   *
   * A webhook, without its secret.
   */
  getWebhook: Call<'getWebhook'>
  /**
   * Create a webhook
   *
   * Creates a webhook: from now on events are sent to its URL, signed by Standard Webhooks with a secret that is shown only in this response. An account has at most 12 webhooks.
   */
  createWebhook: Call<'createWebhook'>
  /**
   * Update a webhook
   *
   * Changes a webhook; fields that are not sent keep their value. A new URL, or `enabled`, ends a pause after failures.
   */
  updateWebhook: Call<'updateWebhook'>
  /**
   * Delete a webhook
   *
   * Deletes a webhook and its deliveries. Nothing is sent any longer.
   */
  deleteWebhook: Call<'deleteWebhook'>
  /**
   * Rotate the secret of a webhook
   *
   * Replaces the secret. For `overlap` seconds what is sent has the signatures of both, so that the receiver can change to the new one. Ends a pause after failures.
   */
  rotateWebhookSecret: Call<'rotateWebhookSecret'>
  /**
   * Send a test to a webhook
   *
   * Sends an event of the type `webhook.test`, which is not in the list of events. While the webhook is disabled it is tried only once.
   */
  testWebhook: Call<'testWebhook'>
  /**
   * List the deliveries of a webhook
   *
   * What is to be sent to a webhook, and what was in the last 30 days, with the attempts, newest first. At most 100,000 are kept.
   */
  listDeliveries: Call<'listDeliveries'>
  /**
   * Send events to a webhook again
   *
   * Sends failed events again, or with `created_after` all events of a period, including those already sent; at most 5000, counting pending ones. The ids of the events stay the same.
   */
  replayDeliveries: Call<'replayDeliveries'>
  /**
   * Send an event again
   *
   * Sends the event of a delivery again, with the same id.
   */
  replayDelivery: Call<'replayDelivery'>
  /**
   * List background jobs
   *
   * The jobs of the account, newest first. Records are kept for 30 days after a job has finished.
   */
  listJobs: Call<'listJobs'>
  /**
   * Retry a failed job
   *
   * Resumes a failed job where it stopped. A job that has not failed is not changed, nor is an export, which can be requested again, or an import whose reading was interrupted (`POST /api/import/{id}/resume`). An import waits until fewer than three others of the account are open: 503.
   */
  retryJob: Call<'retryJob'>
  /**
   * Export the account
   *
   * Everything the account has, streamed: links with rules and aliases, QR codes, bio pages with the answers to their forms, campaigns, channels, domains, overlays, splash pages, pixels, webhooks without their secrets, and the visits of each day. Hashes of passwords are included for keys with the scope `admin`. Its progress is a job of the kind `export`.
   */
  exportAccount: Call<'exportAccount'>
  /**
   * Import from another service
   *
   * Reads the links of another service through its API, no faster than it allows, and writes them. The key is never stored: if the reading is interrupted, `POST /api/import/{id}/resume` continues with the key.
   */
  importService: Call<'importService'>
  /**
   * Resume an interrupted import
   *
   * Resumes reading another service where an import was interrupted. An import that is not interrupted is not changed.
   */
  resumeImport: Call<'resumeImport'>
  /**
   * Get an import
   *
   * The progress of an import, and the outcomes of its rows so far.
   */
  getImport: Call<'getImport'>
  /**
   * Download the report of an import
   *
   * The outcome of each row, with its number in the source, alias, errors and notes. Kept as long as the job.
   */
  getImportReport: Call<'getImportReport'>
  /**
   * Import a file
   *
   * Imports an export of this service, or the file of another one, at most `IMPORT_MAX_MB` and uncompressed. The file is read before the response; a job then writes its rows. Invalid rows are listed in the report and do not stop the others. Repeating an import creates no duplicates.
   */
  importFile: Call<'importFile'>
  /**
   * Receive a payment event
   *
   * Set this URL in the dashboard of the payment provider. An event is stored once, by its id, and applied to an account after the response. If the signing secret of the provider is set, only signed deliveries are accepted; without one, events are recorded and have no effect.
   */
  receivePaymentEvent: Call<'receivePaymentEvent'>
}
