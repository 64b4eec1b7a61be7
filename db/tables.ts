import type { AbuseReports } from './tables/abuse-reports.ts'
import type { Accounts, DeletedAccounts } from './tables/account.ts'
import type { Aliases } from './tables/aliases.ts'
import type { Bans } from './tables/bans.ts'
import type { BioAnswers } from './tables/bio-answers.ts'
import type { Bios } from './tables/bios.ts'
import type { BlockLists } from './tables/block-lists.ts'
import type { Campaigns } from './tables/campaigns.ts'
import type { ChannelItems, Channels } from './tables/channels.ts'
import type { Domains, ReservedHosts } from './tables/domains.ts'
import type { Events, ExpiryMark, LinkMoments } from './tables/events.ts'
import type { HeldAliases } from './tables/held-aliases.ts'
import type { IdempotencyKeys } from './tables/idempotency.ts'
import type { ImportRows } from './tables/imports.ts'
import type { Jobs } from './tables/jobs.ts'
import type { ApiKeys } from './tables/keys.ts'
import type { LinkChecks, LinkCounts, LinkPixels, Links, LinkTotals, LinkWords, WaitingWords } from './tables/links.ts'
import type { Overlays } from './tables/overlays.ts'
import type { UnverifiedEvents, WebhookEvents } from './tables/payment-events.ts'
import type {
  PlanBases,
  PlanGrants,
  PlanPeriods,
  ProviderCustomers,
  ProviderPayments,
  ProviderRefunds,
} from './tables/payments.ts'
import type { Pictures } from './tables/pictures.ts'
import type { Pixels } from './tables/pixels.ts'
import type { DeletedCodes, QrCodes, QrTemplates } from './tables/qr.ts'
import type { Secrets } from './tables/secrets.ts'
import type { Splashes } from './tables/splash.ts'
import type { VisitGaps, VisitSink, VisitSinkDeletions } from './tables/visit-sink.ts'
import type {
  BioLinks,
  Clicks,
  ForgottenVisits,
  Salts,
  SeenBefore,
  VisitAccounts,
  VisitCounts,
  VisitDays,
  VisitDeltas,
  VisitFeedSubjects,
  VisitFeeds,
  VisitGroups,
  VisitMark,
  VisitorsSeen,
  VisitQuarters,
  VisitSubjects,
} from './tables/visits.ts'
import type { DeliveryOrigin, WebhookDeliveries, Webhooks } from './tables/webhooks.ts'

/** The tables for Kysely, one interface per table. */
export interface Tables {
  accounts: Accounts
  deleted_accounts: DeletedAccounts
  api_keys: ApiKeys
  idempotency_keys: IdempotencyKeys
  domains: Domains
  reserved_hosts: ReservedHosts
  overlays: Overlays
  splashes: Splashes
  campaigns: Campaigns
  channels: Channels
  pixels: Pixels
  links: Links
  bios: Bios
  bio_links: BioLinks
  bio_answers: BioAnswers
  aliases: Aliases
  held_aliases: HeldAliases
  pictures: Pictures
  link_totals: LinkTotals
  link_checks: LinkChecks
  link_pixels: LinkPixels
  link_words: LinkWords
  waiting_words: WaitingWords
  link_counts: LinkCounts
  bans: Bans
  block_lists: BlockLists
  abuse_reports: AbuseReports
  jobs: Jobs
  import_rows: ImportRows
  qr_codes: QrCodes
  qr_templates: QrTemplates
  deleted_codes: DeletedCodes
  channel_items: ChannelItems
  events: Events
  expiry_mark: ExpiryMark
  link_moments: LinkMoments
  webhooks: Webhooks
  webhook_deliveries: WebhookDeliveries
  delivery_origin: DeliveryOrigin
  webhook_events: WebhookEvents
  unverified_events: UnverifiedEvents
  provider_customers: ProviderCustomers
  provider_payments: ProviderPayments
  provider_refunds: ProviderRefunds
  plan_grants: PlanGrants
  plan_periods: PlanPeriods
  plan_bases: PlanBases
  secrets: Secrets
  salts: Salts
  seen_before: SeenBefore
  visitors_seen: VisitorsSeen
  clicks: Clicks
  visit_accounts: VisitAccounts
  visit_gaps: VisitGaps
  visit_sink: VisitSink
  visit_sink_deletions: VisitSinkDeletions
  visit_counts: VisitCounts
  visit_mark: VisitMark
  forgotten_visits: ForgottenVisits
  visit_groups: VisitGroups
  visit_deltas: VisitDeltas
  visit_subjects: VisitSubjects
  visit_feeds: VisitFeeds
  visit_feed_subjects: VisitFeedSubjects
  visit_days: VisitDays
  visit_quarters: VisitQuarters
}
