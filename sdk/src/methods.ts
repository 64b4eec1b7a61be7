// Made from openapi.yaml by `npm run sdk` in tools/contract.
import type { Call } from './call.ts'

/** One method an operation of the document, by its operationId. */
export interface WaymarkClient {
  /**
   * Register an account
   *
   * Makes an account and its first API key, which is shown this once. Answers 403 where registration is closed.
   */
  register: Call<'register'>
  /**
   * Get a new API key by password
   *
   * Makes a new API key for an account, so that a lost key is not a lost account. Send `email` or `username`. Where the account has its 25 live keys, the oldest one that a login made ends, or else the one unused for longest.
   */
  login: Call<'login'>
  /**
   * Get the account
   *
   * The account that the API key belongs to: the way to verify a key and its environment.
   */
  getAccount: Call<'getAccount'>
  /**
   * Get the account, by POST
   *
   * Answers exactly as `GET /api/account` does, for clients that verify a key by POST.
   */
  postAccount: Call<'postAccount'>
  /**
   * Update the account
   *
   * Changes the e-mail address, the password, or both; at least one is needed. A new password ends the API keys that logins made; those made for programs stay valid.
   */
  updateAccount: Call<'updateAccount'>
  /**
   * List API keys
   *
   * The live API keys of the account, newest first: without their secrets, and without expired and deleted ones.
   */
  listKeys: Call<'listKeys'>
  /**
   * Create an API key
   *
   * Makes an API key and shows it, this once. One key for each environment keeps their rate limits apart. An account has at most 25 live keys. A key that expires makes only keys that end no later.
   */
  createKey: Call<'createKey'>
  /**
   * Rotate an API key
   *
   * Makes a new key with the name, scope and expiry of an old one, which ends now or after `overlap` seconds. A key that expires rotates only keys that end no later.
   */
  rotateKey: Call<'rotateKey'>
  /**
   * Update an API key
   *
   * Changes the name of a key and how lists carry `error` for it. Its scope and expiry never change.
   */
  updateKey: Call<'updateKey'>
  /**
   * Delete an API key
   *
   * The key stops working at once, on every instance. A key may delete itself.
   */
  deleteKey: Call<'deleteKey'>
  /**
   * List links
   *
   * The links of the account, newest or most clicked first. `q` searches them, `short` finds one by its short URL or alias. A search that finds more than 10,000 links counts up to the page after this one and says `atleast`.
   */
  listLinks: Call<'listLinks'>
  /**
   * Get a link and its statistics
   *
   * The link with everything that can be written, and its visit statistics.
   */
  getLink: Call<'getLink'>
  /**
   * Create a link
   *
   * Shortens a URL. Everything but `url` is optional.
   */
  createLink: Call<'createLink'>
  /**
   * Update a link
   *
   * Changes a link; what is not sent stays. null clears password, expiry, limit, texts, deep link, campaign and channels; `[]` empties a list.
   */
  updateLink: Call<'updateLink'>
  /**
   * Delete a link
   *
   * Deletes a link with its statistics, and takes it out of its campaign and channels.
   */
  deleteLink: Call<'deleteLink'>
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
   * Changes the content and appearance of a code; `data` is required. Printed pictures of dynamic codes lead to the new content. null clears background, foreground and logo.
   */
  updateQrCode: Call<'updateQrCode'>
  /**
   * Delete a QR code
   *
   * Deletes a code and removes it from its channels. Printed pictures of dynamic codes stop working.
   */
  deleteQrCode: Call<'deleteQrCode'>
  /**
   * List bio pages
   *
   * The bio pages of the account, newest first.
   */
  listBios: Call<'listBios'>
  /**
   * Get a bio page and its statistics
   *
   * The page with everything that can be written, and its visit statistics.
   */
  getBio: Call<'getBio'>
  /**
   * Create a bio page
   *
   * Makes a page of links, texts and pictures at an alias of its own.
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
   * Deletes a page, and takes it out of its channels.
   */
  deleteBio: Call<'deleteBio'>
  /**
   * List campaigns
   *
   * The campaigns of the account, newest first. The name stands under both `domain` and `name`.
   */
  listCampaigns: Call<'listCampaigns'>
  /**
   * Get a campaign
   *
   * One campaign, as the list shows it.
   */
  getCampaign: Call<'getCampaign'>
  /**
   * Create a campaign
   *
   * Makes a campaign. With a `slug` it has a rotator, which leads each visit to one of its links.
   */
  createCampaign: Call<'createCampaign'>
  /**
   * Assign a link to a campaign
   *
   * Puts a link into a campaign. A link is in one campaign at most: this takes it out of any other.
   */
  assignLinkToCampaign: Call<'assignLinkToCampaign'>
  /**
   * Update a campaign
   *
   * Changes a campaign; `name` is always needed. A `slug` of null takes its rotator away.
   */
  updateCampaign: Call<'updateCampaign'>
  /**
   * Delete a campaign
   *
   * Deletes a campaign. Its links stay, in no campaign.
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
   * Makes a channel, a labelled group of links, bio pages and QR codes.
   */
  createChannel: Call<'createChannel'>
  /**
   * Assign an item to a channel
   *
   * Puts a link, bio page or QR code into a channel. An item may be in many channels; twice is as good as once.
   */
  assignItemToChannel: Call<'assignItemToChannel'>
  /**
   * Take an item out of a channel
   *
   * Takes a link, bio page or QR code out of a channel. The item stays, and stays in its other channels.
   */
  unassignItemFromChannel: Call<'unassignItemFromChannel'>
  /**
   * Update a channel
   *
   * Changes a channel; what is not sent stays. null clears the description and the color.
   */
  updateChannel: Call<'updateChannel'>
  /**
   * Delete a channel
   *
   * Deletes a channel. Its items are unassigned and none of them is deleted.
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
   * One branded domain; `/api/domain/{id}/status` tells whether it is ready to serve.
   */
  getDomain: Call<'getDomain'>
  /**
   * Add a branded domain
   *
   * Adds a domain whose DNS already points at the service. A host belongs to one account, whatever its scheme. Other domains are not touched.
   */
  createDomain: Call<'createDomain'>
  /**
   * Check a branded domain
   *
   * Asks the DNS now: which records were expected, which were found, and whether a TLS certificate can be had.
   */
  getDomainStatus: Call<'getDomainStatus'>
  /**
   * Update a branded domain
   *
   * Changes where the bare domain and its unknown paths lead. null clears; what is not sent stays.
   */
  updateDomain: Call<'updateDomain'>
  /**
   * Delete a branded domain
   *
   * Deletes a domain. Its links and pages keep their statistics but are not served until they are given another domain.
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
   * One overlay with everything that can be written.
   */
  getOverlay: Call<'getOverlay'>
  /**
   * Create a CTA overlay
   *
   * Makes an overlay. A link shows it over its destination with `type: overlay-<id>`.
   */
  createOverlay: Call<'createOverlay'>
  /**
   * Update a CTA overlay
   *
   * Changes any of the fields. `colors` replaces all colours.
   */
  updateOverlay: Call<'updateOverlay'>
  /**
   * Delete a CTA overlay
   *
   * Deletes an overlay. Links that showed it go straight to their destination.
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
   * One splash page with everything that can be written.
   */
  getSplash: Call<'getSplash'>
  /**
   * Create a splash page
   *
   * Makes a splash page. A link shows it before its destination with its id as `type`.
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
   * Deletes a splash page. Links that showed it go straight to their destination.
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
   * One tracking pixel, as the list shows it.
   */
  getPixel: Call<'getPixel'>
  /**
   * Create a pixel
   *
   * Makes a tracking pixel. Its type cannot be changed later. Links name it in `pixels`.
   */
  createPixel: Call<'createPixel'>
  /**
   * Update a pixel
   *
   * Changes the name, the tag or both. `tag` is always needed.
   */
  updatePixel: Call<'updatePixel'>
  /**
   * Delete a pixel
   *
   * Deletes a pixel and takes it off the links that fire it.
   */
  deletePixel: Call<'deletePixel'>
  /**
   * Get the visits of a link
   *
   * Visits over time, in steps of an hour to a month, and by country, referrer, browser, system, device, language, campaign or channel. With `Accept: text/csv` the groups (where `by` is sent) or the steps come as a table.
   */
  getLinkStatistics: Call<'getLinkStatistics'>
  /**
   * Get the scans of a QR code
   *
   * Visits over time, in steps of an hour to a month, and by country, referrer, browser, system, device, language, campaign or channel. With `Accept: text/csv` the groups (where `by` is sent) or the steps come as a table.
   */
  getQrStatistics: Call<'getQrStatistics'>
  /**
   * Get the owner's signed addresses of a link
   *
   * Addresses that show a private link and its statistics page for a day, to whoever has them.
   */
  getLinkAccess: Call<'getLinkAccess'>
  /**
   * Explain where a visitor would be led
   *
   * Takes a visitor to suppose, and says which rule of the link matches and why. Nothing is counted.
   */
  explainLink: Call<'explainLink'>
  /**
   * List background jobs
   *
   * The jobs of the account, newest first. Records are kept for 30 days after a job has finished.
   */
  listJobs: Call<'listJobs'>
  /**
   * Receive a payment event
   *
   * Set this URL in the dashboard of the payment provider. An event is stored once, by its id, and applied to an account after the response. If the signing secret of the provider is set, only signed deliveries are accepted; without one, events are recorded and have no effect.
   */
  receivePaymentEvent: Call<'receivePaymentEvent'>
}
