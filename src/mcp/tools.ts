/** What a tool does beyond its title: hints for clients that ask a person before a call. */
export interface ToolHints {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  /** Whether the outcome depends on systems outside this service. */
  openWorldHint: boolean
}

/** A tool: an operation of the API under a name and a description for language models. */
export interface ToolDefinition {
  name: string
  title: string
  description: string
  operationId: string
  hints: ToolHints
  /** Parameters of the operation that the tool sets itself. */
  fixed?: Record<string, string>
  /** The name of the argument that is sent as the body, for an operation that takes a file of this type. */
  file?: { argument: string; type: string }
  /** The reply has the URL of a QR code, whose picture is added to the result. */
  hasPicture?: boolean
}

const READ: ToolHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const CREATE: ToolHints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }
const CHANGE: ToolHints = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }
// A picture may be fetched from a URL of the input.
const fetching = (hints: ToolHints): ToolHints => ({ ...hints, openWorldHint: true })

/** The tools, in the order in which they are listed. */
export const TOOLS: readonly ToolDefinition[] = [
  {
    name: 'create_link',
    title: 'Create a short link',
    description:
      'Creates a short link to `url` and returns its id and `shorturl`. `custom` chooses the alias, else one is generated. Only `url` is required; leave out what the user did not ask for.',
    operationId: 'createLink',
    hints: fetching(CREATE),
  },
  {
    name: 'find_links',
    title: 'Find short links',
    description:
      'Lists the links of the account, newest first, or most clicked first with `order: "click"`. `q` searches titles, destinations and aliases; `short` finds one link by its short URL. Returns ids, which the other tools need.',
    operationId: 'listLinks',
    hints: READ,
  },
  {
    name: 'get_link',
    title: 'Get a short link',
    description: 'Returns all settings of one link, and a summary of its visits.',
    operationId: 'getLink',
    hints: READ,
  },
  {
    name: 'update_link',
    title: 'Change a short link',
    description:
      'Changes the fields that are sent, and leaves the others as they are. Lists, such as targets, are replaced as a whole. Visitors get the new destination at once.',
    operationId: 'updateLink',
    hints: fetching(CHANGE),
  },
  {
    name: 'delete_link',
    title: 'Delete a short link',
    description:
      'Deletes a link for good, with its statistics; its short URL stops working. Ask the user before calling this.',
    operationId: 'deleteLink',
    hints: CHANGE,
  },
  {
    name: 'get_link_statistics',
    title: 'Get the visits of a short link',
    description:
      'Returns clicks and unique clicks of a link in a span of time, as a series (`interval`) or grouped (`by`, for example country or device).',
    operationId: 'getLinkStatistics',
    hints: READ,
  },
  {
    name: 'explain_link',
    title: 'Explain where a visit would go',
    description:
      'Says which destination a visit with the given country, device, language and time would get, which rule decides it and why. The visit is not counted.',
    operationId: 'explainLink',
    hints: READ,
  },
  {
    name: 'create_qr_code',
    title: 'Create a QR code',
    description:
      'Creates a QR code of a URL, text, contact, Wi-Fi network, phone number, e-mail or SMS, and returns its id, URL and picture (PNG).',
    operationId: 'createQrCode',
    hints: fetching(CREATE),
    hasPicture: true,
  },
  {
    name: 'get_qr_code',
    title: 'Get a QR code',
    description: 'Returns the content and design of one QR code, a summary of its scans, and its picture (PNG).',
    operationId: 'getQrCode',
    hints: READ,
    hasPicture: true,
  },
  {
    name: 'list_campaigns',
    title: 'List campaigns',
    description:
      'Lists the campaigns of the account, newest first. Links belong to a campaign by its id in their `campaign`.',
    operationId: 'listCampaigns',
    hints: READ,
  },
  {
    name: 'create_campaign',
    title: 'Create a campaign',
    description:
      'Creates a campaign: a group of links. With a `slug` it gets a rotator, a URL that redirects each visit to one of its links.',
    operationId: 'createCampaign',
    hints: CREATE,
  },
  {
    name: 'check_import',
    title: 'Check a CSV file of links',
    description:
      'Reads a CSV file with a header line and reports what an import of it would do, without creating any link. Returns the id of the check: get_import has its outcome, usually within seconds.',
    operationId: 'importFile',
    hints: CREATE,
    fixed: { dryrun: 'true' },
    file: { argument: 'csv', type: 'text/csv' },
  },
  {
    name: 'get_import',
    title: 'Get the outcome of a check',
    description: 'Returns how far an import, or the check of one, is, and how many rows had which outcome.',
    operationId: 'getImport',
    hints: READ,
  },
]
