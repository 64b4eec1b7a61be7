import type { Migration } from 'kysely/migration'
import { up as accounts } from './0001_accounts.ts'
import { up as resources } from './0002_resources.ts'
import { up as items } from './0003_items.ts'
import { up as changes } from './0004_changes.ts'
import { up as visits } from './0005_visits.ts'
import { up as webhooks } from './0006_webhooks.ts'
import { up as bioPictures } from './0007_bio_pictures.ts'
import { up as grantPayments } from './0008_grant_payments.ts'
import { up as lostDomains } from './0009_lost_domains.ts'
import { up as forgottenVisits } from './0010_forgotten_visits.ts'
import { up as eventBodies } from './0011_event_bodies.ts'
import { up as refunds } from './0012_refunds.ts'
import { up as recordVisits } from './0013_record_visits.ts'
import { up as pictures } from './0014_pictures.ts'
import { up as eventFailures } from './0015_event_failures.ts'
import { up as domainChecks } from './0016_domain_checks.ts'
import { up as visitCounters } from './0017_visit_counters.ts'
import { up as keyScopes } from './0018_key_scopes.ts'
import { up as linkLists } from './0019_link_lists.ts'
import { up as linkDraws } from './0020_link_draws.ts'
import { up as deletions } from './0021_deletions.ts'
import { up as idempotency } from './0022_idempotency.ts'
import { up as visitCampaigns } from './0023_visit_campaigns.ts'
import { up as removals } from './0024_removals.ts'
import { up as longAliases } from './0025_long_aliases.ts'
import { up as oldVisits } from './0026_old_visits.ts'
import { up as campaignLists } from './0027_campaign_lists.ts'
import { up as externalIds } from './0028_external_ids.ts'
import { up as imports } from './0029_imports.ts'
import { up as bulkLinks } from './0030_bulk_links.ts'
import { up as searchAliases } from './0031_search_aliases.ts'
import { up as listIndexes } from './0032_list_indexes.ts'
import { up as events } from './0034_events.ts'
import { up as outgoingWebhooks } from './0036_outgoing_webhooks.ts'
import { up as waitingWords } from './0038_waiting_words.ts'
import { up as checksByStatement } from './0039_checks_by_statement.ts'
import { up as deletedCodes } from './0040_deleted_codes.ts'
import { up as expiredLinks } from './0044_expired_links.ts'
import { up as deletedAccounts } from './0045_deleted_accounts.ts'
import { up as keyRestrictions } from './0046_key_restrictions.ts'
import { up as appLinks } from './0047_app_links.ts'
import { up as linkMoments } from './0048_link_moments.ts'
import { up as visitFeeds } from './0049_visit_feeds.ts'
import { up as extraWords } from './0050_extra_words.ts'
import { up as linkChecks } from './0051_link_checks.ts'
import { up as bioLooks } from './0052_bio_looks.ts'
import { up as qrDesigns } from './0054_qr_designs.ts'
import { up as domainProofs } from './0055_domain_proofs.ts'
import { up as pageLooks } from './0056_page_looks.ts'
import { up as qrTypes } from './0058_qr_types.ts'
import { up as visitGroups } from './0062_visit_groups.ts'
import { up as publicStatistics } from './0063_public_statistics.ts'
import { up as qrPlaces } from './0064_qr_places.ts'
import { up as bioAnswers } from './0065_bio_answers.ts'
import { up as bans } from './0066_bans.ts'
import { up as abuseReports } from './0067_abuse_reports.ts'
import { up as blockLists } from './0068_block_lists.ts'
import { up as heldAliases } from './0069_held_aliases.ts'
import { up as visitSink } from './0070_visit_sink.ts'
import { up as linkTotals } from './0071_link_totals.ts'
import { up as oldLinkTotals } from './0072_old_link_totals.ts'
import { up as readLinkTotals } from './0073_read_link_totals.ts'
import { up as longerRanges } from './0074_longer_ranges.ts'
import { up as deltaEstimates } from './0075_delta_estimates.ts'
import { up as deltaPages } from './0076_delta_pages.ts'
import { up as replacedKeys } from './0077_replaced_keys.ts'
import { up as grantPrices } from './0078_grant_prices.ts'
import { up as waitingWordPlans } from './0079_waiting_word_plans.ts'
import { up as pricedGrants } from './0080_priced_grants.ts'
import { up as paidPeriods } from './0081_paid_periods.ts'
import { up as previousSecrets } from './0082_previous_secrets.ts'

/** All migrations by name, in order. A released migration never changes: fix mistakes in a new one. */
export const migrations: Record<string, Migration> = {
  '0001_accounts': { up: accounts },
  '0002_resources': { up: resources },
  '0003_items': { up: items },
  '0004_changes': { up: changes },
  '0005_visits': { up: visits },
  '0006_webhooks': { up: webhooks },
  '0007_bio_pictures': { up: bioPictures },
  '0008_grant_payments': { up: grantPayments },
  '0009_lost_domains': { up: lostDomains },
  '0010_forgotten_visits': { up: forgottenVisits },
  '0011_event_bodies': { up: eventBodies },
  '0012_refunds': { up: refunds },
  '0013_record_visits': { up: recordVisits },
  '0014_pictures': { up: pictures },
  '0015_event_failures': { up: eventFailures },
  '0016_domain_checks': { up: domainChecks },
  '0017_visit_counters': { up: visitCounters },
  '0018_key_scopes': { up: keyScopes },
  '0019_link_lists': { up: linkLists },
  '0020_link_draws': { up: linkDraws },
  '0021_deletions': { up: deletions },
  '0022_idempotency': { up: idempotency },
  '0023_visit_campaigns': { up: visitCampaigns },
  '0024_removals': { up: removals },
  '0025_long_aliases': { up: longAliases },
  '0026_old_visits': { up: oldVisits },
  '0027_campaign_lists': { up: campaignLists },
  '0028_external_ids': { up: externalIds },
  '0029_imports': { up: imports },
  '0030_bulk_links': { up: bulkLinks },
  '0031_search_aliases': { up: searchAliases },
  '0032_list_indexes': { up: listIndexes },
  '0034_events': { up: events },
  '0036_outgoing_webhooks': { up: outgoingWebhooks },
  '0038_waiting_words': { up: waitingWords },
  '0039_checks_by_statement': { up: checksByStatement },
  '0040_deleted_codes': { up: deletedCodes },
  '0044_expired_links': { up: expiredLinks },
  '0045_deleted_accounts': { up: deletedAccounts },
  '0046_key_restrictions': { up: keyRestrictions },
  '0047_app_links': { up: appLinks },
  '0048_link_moments': { up: linkMoments },
  '0049_visit_feeds': { up: visitFeeds },
  '0050_extra_words': { up: extraWords },
  '0051_link_checks': { up: linkChecks },
  '0052_bio_looks': { up: bioLooks },
  '0054_qr_designs': { up: qrDesigns },
  '0055_domain_proofs': { up: domainProofs },
  '0056_page_looks': { up: pageLooks },
  '0058_qr_types': { up: qrTypes },
  '0062_visit_groups': { up: visitGroups },
  '0063_public_statistics': { up: publicStatistics },
  '0064_qr_places': { up: qrPlaces },
  '0065_bio_answers': { up: bioAnswers },
  '0066_bans': { up: bans },
  '0067_abuse_reports': { up: abuseReports },
  '0068_block_lists': { up: blockLists },
  '0069_held_aliases': { up: heldAliases },
  '0070_visit_sink': { up: visitSink },
  '0071_link_totals': { up: linkTotals },
  '0072_old_link_totals': { up: oldLinkTotals },
  '0073_read_link_totals': { up: readLinkTotals },
  '0074_longer_ranges': { up: longerRanges },
  '0075_delta_estimates': { up: deltaEstimates },
  '0076_delta_pages': { up: deltaPages },
  '0077_replaced_keys': { up: replacedKeys },
  '0078_grant_prices': { up: grantPrices },
  '0079_waiting_word_plans': { up: waitingWordPlans },
  '0080_priced_grants': { up: pricedGrants },
  '0081_paid_periods': { up: paidPeriods },
  '0082_previous_secrets': { up: previousSecrets },
}
