import * as accountSchemas from '../../../schemas/account.ts'
import * as appLinkSchemas from '../../../schemas/app-links.ts'
import * as bioAnswerSchemas from '../../../schemas/bio-answers.ts'
import * as bioBlockSchemas from '../../../schemas/bio-blocks.ts'
import * as bioLinkSchemas from '../../../schemas/bio-links.ts'
import * as bioLookSchemas from '../../../schemas/bio-looks.ts'
import * as bioSchemas from '../../../schemas/bios.ts'
import * as bulkLinkSchemas from '../../../schemas/bulk-links.ts'
import * as bulkQrSchemas from '../../../schemas/bulk-qr.ts'
import * as campaignSchemas from '../../../schemas/campaigns.ts'
import * as channelSchemas from '../../../schemas/channels.ts'
import * as domainSchemas from '../../../schemas/domains.ts'
import * as eventSchemas from '../../../schemas/events.ts'
import * as explainSchemas from '../../../schemas/explain.ts'
import * as exportSchemas from '../../../schemas/exports.ts'
import * as importSchemas from '../../../schemas/imports.ts'
import * as jobSchemas from '../../../schemas/jobs.ts'
import * as keyRestrictionSchemas from '../../../schemas/key-restrictions.ts'
import * as keySchemas from '../../../schemas/keys.ts'
import * as linkSchemas from '../../../schemas/links.ts'
import * as overlaySchemas from '../../../schemas/overlays.ts'
import * as pictureSchemas from '../../../schemas/pictures.ts'
import * as pixelSchemas from '../../../schemas/pixels.ts'
import * as qrSchemas from '../../../schemas/qr.ts'
import * as qrCheckSchemas from '../../../schemas/qr-check.ts'
import * as qrContentSchemas from '../../../schemas/qr-content.ts'
import * as qrDesignSchemas from '../../../schemas/qr-design.ts'
import * as qrTemplateSchemas from '../../../schemas/qr-templates.ts'
import * as splashSchemas from '../../../schemas/splash.ts'
import * as statisticsSchemas from '../../../schemas/statistics.ts'
import * as targetSchemas from '../../../schemas/targets.ts'
import * as visitSchemas from '../../../schemas/visits.ts'
import * as webhookSchemas from '../../../schemas/webhooks.ts'
import type { App, RouteGroup, Services } from '../../services.ts'
import { addComponents } from '../components.ts'
import { accountRoutes } from './account.ts'
import { bioAnswerRoutes } from './bio-answers.ts'
import { bioLinkRoutes } from './bio-links.ts'
import { bioRoutes } from './bios.ts'
import { bulkLinkRoutes } from './bulk-links.ts'
import { bulkQrRoutes } from './bulk-qr.ts'
import { campaignRoutes } from './campaigns.ts'
import { channelRoutes } from './channels.ts'
import { domainRoutes } from './domains.ts'
import { eventRoutes } from './events.ts'
import { exportRoutes } from './export.ts'
import { groupStatisticsRoutes } from './group-statistics.ts'
import { importRoutes } from './import.ts'
import { jobRoutes } from './jobs.ts'
import { keyRoutes } from './keys.ts'
import { linkCodeRoutes } from './link-codes.ts'
import { linkRoutes } from './links.ts'
import { overlayRoutes } from './overlays.ts'
import { pixelRoutes } from './pixels.ts'
import { qrRoutes } from './qr.ts'
import { qrTemplateRoutes } from './qr-templates.ts'
import { splashRoutes } from './splash.ts'
import { statisticsRoutes } from './statistics.ts'
import { visitRoutes } from './visits.ts'
import { webhookRoutes } from './webhooks.ts'

const resources: [RouteGroup, object][] = [
  [accountRoutes, accountSchemas],
  [bioRoutes, { ...statisticsSchemas, ...pictureSchemas, ...bioBlockSchemas, ...bioLookSchemas, ...bioSchemas }],
  [campaignRoutes, campaignSchemas],
  [channelRoutes, channelSchemas],
  [domainRoutes, { ...domainSchemas, ...appLinkSchemas }],
  [eventRoutes, eventSchemas],
  [exportRoutes, exportSchemas],
  [importRoutes, importSchemas],
  [jobRoutes, jobSchemas],
  [keyRoutes, { ...keyRestrictionSchemas, ...keySchemas }],
  [linkRoutes, { ...linkSchemas, ...targetSchemas }],
  [linkCodeRoutes, {}],
  [bulkLinkRoutes, { ...pictureSchemas, ...bulkLinkSchemas }],
  [overlayRoutes, overlaySchemas],
  [pixelRoutes, pixelSchemas],
  [bulkQrRoutes, { ...qrContentSchemas, ...qrDesignSchemas, ...qrCheckSchemas, ...qrSchemas, ...bulkQrSchemas }],
  [qrRoutes, { ...statisticsSchemas, ...qrContentSchemas, ...qrDesignSchemas, ...qrCheckSchemas, ...qrSchemas }],
  [qrTemplateRoutes, qrTemplateSchemas],
  [splashRoutes, splashSchemas],
  [statisticsRoutes, { ...statisticsSchemas, ...explainSchemas }],
  [groupStatisticsRoutes, statisticsSchemas],
  [bioLinkRoutes, { ...statisticsSchemas, ...bioLinkSchemas }],
  [bioAnswerRoutes, bioAnswerSchemas],
  [visitRoutes, visitSchemas],
  [webhookRoutes, webhookSchemas],
]

/** Everything under /api; a resource is one line in the list above. */
export function apiRoutes(app: App, services: Services): void {
  addComponents(app, ...resources.map(([, schemas]) => schemas))
  for (const [routes] of resources) routes(app, services)
}
