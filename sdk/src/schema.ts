// Made from openapi.yaml by `npm run sdk` in tools/contract.
export interface paths {
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account
         * @description The account of the API key. Use it to verify a key and its environment.
         */
        get: operations["getAccount"];
        put?: never;
        /**
         * Get the account, by POST
         * @description The same response as `GET /api/account`, for clients that verify a key by POST.
         */
        post: operations["postAccount"];
        /**
         * Delete the account
         * @description Deletes the account with everything that it has, for good. From the reply on its API keys are 401, its links, pages, codes and domains are gone, and nothing is sent to its webhooks; a job deletes the rows. Export first what you want to keep.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the visits of the account
         * @description Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps. Links, QR codes and bio pages together, also those that were deleted.
         */
        get: operations["getAccountStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update the account
         * @description Changes the e-mail address, the password, or both; at least one is required. A new password revokes the API keys created by logins; other keys stay valid.
         */
        put: operations["updateAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bio/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bio page and its statistics
         * @description The page with all writable fields, and its visit statistics.
         */
        get: operations["getBio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bio/{id}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the answers to the forms of a bio page
         * @description What visitors answered to the forms of the page, with the consent they gave, newest first.
         */
        get: operations["listBioAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bio/{id}/answers.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the answers to the forms of a bio page
         * @description All answers as a table, oldest first, with a column for each label that a field has or had.
         */
        get: operations["exportBioAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bio/{id}/answers/{answer}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an answer to a form of a bio page
         * @description One answer with the fields of the form as they were, and the consent that was given.
         */
        get: operations["getBioAnswer"];
        put?: never;
        post?: never;
        /**
         * Delete an answer to a form of a bio page
         * @description Deletes one answer for good, such as when the person who gave it asks for that.
         */
        delete: operations["deleteBioAnswer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bio/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a bio page
         * @description Deletes a page and removes it from its channels.
         */
        delete: operations["deleteBio"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bio/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links of a bio page with their visits
         * @description The links of blocks and pictures on the page, with the visits that followed each of them.
         */
        get: operations["listBioLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bio/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the visits of a bio page, or of one of its links
         * @description Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps.
         */
        get: operations["getBioStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bio/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a bio page
         * @description Changes any of the fields; `blocks` replaces all blocks. null clears title, description and image.
         */
        put: operations["updateBio"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bio/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a bio page
         * @description Creates a page of links, texts and pictures with its own alias.
         */
        post: operations["createBio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bio pages
         * @description The bio pages of the account, newest first.
         */
        get: operations["listBios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaign/{campaignid}/assign/{linkid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a link to a campaign
         * @description Assigns a link to a campaign and removes it from its previous one: a link is in at most one campaign.
         */
        post: operations["assignLinkToCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaign/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a campaign
         * @description One campaign with its rotator and list URL.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaign/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a campaign
         * @description Deletes a campaign. Its links are unassigned but not deleted.
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaign/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the visits of a campaign
         * @description Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps. A visit counts for the campaign, channels and domain that its link has at that time, also after the link was moved or deleted.
         */
        get: operations["getCampaignStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaign/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a campaign
         * @description Changes a campaign; `name` is required. A `slug` of null removes the rotator.
         */
        put: operations["updateCampaign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaign/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a campaign
         * @description Creates a campaign. With a `slug` it has a rotator, which redirects each visit to one of its links.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description The campaigns of the account, newest first. Both `domain` and `name` contain the name.
         */
        get: operations["listCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/{channelid}/assign/{type}/{itemid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign an item to a channel
         * @description Assigns a link, bio page or QR code to a channel. An item can be in several channels. Repeating the request changes nothing.
         */
        post: operations["assignItemToChannel"];
        /**
         * Remove an item from a channel
         * @description Removes a link, bio page or QR code from a channel. The item itself and its other assignments are not changed.
         */
        delete: operations["unassignItemFromChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a channel
         * @description The links, bio pages and QR codes of a channel, newest assignment first.
         */
        get: operations["listChannelItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a channel
         * @description Deletes a channel. Its items are unassigned but not deleted.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the visits of a channel
         * @description Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps. A visit counts for the campaign, channels and domain that its link has at that time, also after the link was moved or deleted.
         */
        get: operations["getChannelStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a channel
         * @description Changes a channel; fields that are not sent keep their value. null clears the description and the color.
         */
        put: operations["updateChannel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a channel
         * @description Creates a channel: a labeled group of links, bio pages and QR codes.
         */
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @description The channels of the account, newest first.
         */
        get: operations["listChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/delivery/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Sends the event of a delivery again, with the same id.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domain/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a branded domain
         * @description One branded domain; `/api/domain/{id}/status` shows whether it is ready to serve.
         */
        get: operations["getDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domain/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a branded domain
         * @description Deletes a domain. Its links and pages keep their statistics but are not served until they get another domain.
         */
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domain/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the visits of a domain
         * @description Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps. A visit counts for the campaign, channels and domain that its link has at that time, also after the link was moved or deleted.
         */
        get: operations["getDomainStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domain/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a branded domain
         * @description Checks the DNS and the proof of ownership now: what is expected, what is found, and whether a TLS certificate may be ordered.
         */
        get: operations["getDomainStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domain/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a branded domain
         * @description Changes the redirects of the bare domain and of unknown paths, and whether case is ignored, which fails if aliases differ in case alone. null clears; fields that are not sent keep their value.
         */
        put: operations["updateDomain"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domain/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a branded domain
         * @description Adds a domain whose DNS already points at the service. A host can belong to only one account, with either scheme.
         */
        post: operations["createDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List branded domains
         * @description The branded domains of the account, newest first.
         */
        get: operations["listDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description What changed in the account, when, and which API key did it, newest first. Send `nextcursor` as `after` to continue, with `direction=asc` also later: no event is skipped or repeated. An event appears once all changes that began before it are done.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the account
         * @description Everything the account has, streamed: links with rules and aliases, QR codes, bio pages with the answers to their forms, campaigns, channels, domains, overlays, splash pages, pixels, webhooks without their secrets, and the visits of each day. Hashes of passwords are included for keys with the scope `admin`. Its progress is a job of the kind `export`.
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a file
         * @description Imports an export of this service, or the file of another one, at most `IMPORT_MAX_MB` and uncompressed. The file is read before the response; a job then writes its rows. Invalid rows are listed in the report and do not stop the others. Repeating an import creates no duplicates.
         */
        post: operations["importFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import
         * @description The progress of an import, and the outcomes of its rows so far.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the report of an import
         * @description The outcome of each row, with its number in the source, alias, errors and notes. Kept as long as the job.
         */
        get: operations["getImportReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume an interrupted import
         * @description Resumes reading another service where an import was interrupted. An import that is not interrupted is not changed.
         */
        post: operations["resumeImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import from another service
         * @description Reads the links of another service through its API, no faster than it allows, and writes them. The key is never stored: if the reading is interrupted, `POST /api/import/{id}/resume` continues with the key.
         */
        post: operations["importService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/job/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed job
         * @description Resumes a failed job where it stopped. A job that has not failed is not changed, nor is an export, which can be requested again, or an import whose reading was interrupted (`POST /api/import/{id}/resume`). An import waits until fewer than three others of the account are open: 503.
         */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List background jobs
         * @description The jobs of the account, newest first. Records are kept for 30 days after a job has finished.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/key/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description Revokes a key at once, on every instance. A key can delete itself.
         */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/key/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates a key with the name, scope and expiry of another one, which is revoked now or after `overlap` seconds. A key is rotated once; then its successor is. A key that expires can only rotate keys that expire no later.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/key/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update an API key
         * @description Changes the name of a key, what it is restricted to, and the type of `error` in its list responses; at once, on every instance. Scope and expiry cannot be changed.
         */
        put: operations["updateKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/key/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key, which is shown only in this response. Each key has its own rate limit, so use one per environment. An account has at most 25 active keys. A key that expires or is restricted can only create keys that expire no later and can do no more.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The active API keys of the account, newest first; without the keys themselves, and without expired and deleted ones.
         */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overlay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List CTA overlays
         * @description The call-to-action overlays of the account, newest first.
         */
        get: operations["listOverlays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overlay/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a CTA overlay
         * @description One overlay with all writable fields.
         */
        get: operations["getOverlay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overlay/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a CTA overlay
         * @description Deletes an overlay. Links that showed it redirect to their destination directly.
         */
        delete: operations["deleteOverlay"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overlay/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a CTA overlay
         * @description Changes any of the fields. `colors` replaces all colors.
         */
        put: operations["updateOverlay"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overlay/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a CTA overlay
         * @description Creates an overlay. Links with the `type` `overlay-<id>` show it over their destination.
         */
        post: operations["createOverlay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pixel/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pixel
         * @description One tracking pixel with its type and tag.
         */
        get: operations["getPixel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pixel/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a pixel
         * @description Deletes a pixel and removes it from its links.
         */
        delete: operations["deletePixel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pixel/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a pixel
         * @description Changes the name, the tag or both. `tag` is required.
         */
        put: operations["updatePixel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pixel/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a pixel
         * @description Creates a tracking pixel. Its type cannot be changed later. Links refer to it in `pixels`.
         */
        post: operations["createPixel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pixels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pixels
         * @description The tracking pixels of the account, newest first.
         */
        get: operations["listPixels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List QR codes
         * @description The QR codes of the account, newest first.
         */
        get: operations["listQrCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qr/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a QR code and its statistics
         * @description The code with all writable fields, and its scan statistics.
         */
        get: operations["getQrCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qr/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether phones will read a QR code
         * @description Checks contrast, quiet zone, logo and pixels per module, draws the picture at the given size and decodes it with an independent library, sharp and slightly blurred.
         */
        get: operations["checkQrCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qr/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a QR code
         * @description Deletes a code and removes it from its channels. Printed pictures of dynamic codes stop working.
         */
        delete: operations["deleteQrCode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qr/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the scans of a QR code
         * @description Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps.
         */
        get: operations["getQrStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qr/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a QR code
         * @description Changes the content and appearance of a code; `data` is required. Printed pictures of dynamic codes lead to the new content. null clears background, foreground and logo. A code that gets another `domain` is also served on the previous one.
         */
        put: operations["updateQrCode"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qr/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a QR code
         * @description Creates a QR code; its picture is public, at `link`. If phones may not read the picture, `warnings` says why.
         */
        post: operations["createQrCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qr/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 QR codes
         * @description Creates QR codes with the same results as single requests. One picture of each of 20 designs (colors and logo) is decoded; the other codes of the design share that verdict, and those of further designs get the warning `not_checked`, or `may_not_scan` with `strict=true`. A request has at most 20 different logos, on at most 100 codes. At most 1,000 items and 4 MiB. Every 100 items that are begun count as one request for the rate limit: `X-RateLimit-Cost` says how many this one was.
         */
        post: operations["createQrCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qrtemplate/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template of QR codes
         * @description One template with its colors, logo and design.
         */
        get: operations["getQrTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qrtemplate/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a template of QR codes
         * @description Deletes a template. Codes that were made with it stay as they are.
         */
        delete: operations["deleteQrTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qrtemplate/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a template of QR codes
         * @description Changes any of the fields; `design` is replaced as a whole. null clears colors, logo and design. Codes that were made with the template stay as they are.
         */
        put: operations["updateQrTemplate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qrtemplate/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a template of QR codes
         * @description Stores a look, which a new code copies with `template`. A code with it is drawn and read back: `warnings` says why phones may not read such codes. An account has at most 100 templates.
         */
        post: operations["createQrTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/qrtemplates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates of QR codes
         * @description The looks that the account has stored for codes, newest first.
         */
        get: operations["listQrTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/splash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List splash pages
         * @description The custom splash pages of the account, newest first.
         */
        get: operations["listSplash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/splash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a splash page
         * @description One splash page with all writable fields.
         */
        get: operations["getSplash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/splash/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a splash page
         * @description Deletes a splash page. Links that showed it redirect to their destination directly.
         */
        delete: operations["deleteSplash"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/splash/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a splash page
         * @description Changes any of the fields.
         */
        put: operations["updateSplash"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/splash/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a splash page
         * @description Creates a splash page. Links with its id as `type` show it before their destination.
         */
        post: operations["createSplash"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a link and its statistics
         * @description The link with all writable fields, and its visit statistics.
         */
        get: operations["getLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/{id}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the owner's signed addresses of a link
         * @description Signed URLs that open a private link and its statistics page for a day, for anyone who has them. 404 for a link whose domain was deleted: it has no URL.
         */
        get: operations["getLinkAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link
         * @description Deletes a link with its statistics, and removes it from its campaign and channels.
         */
        delete: operations["deleteLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain the destination of a visit
         * @description Evaluates the rules of the link for a hypothetical visit, which is not counted, and says which rule matches and why. 404 for a link whose domain was deleted: visits of it are 404.
         */
        post: operations["explainLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/{id}/qr.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw the QR code of a link
         * @description A picture of the short URL. Nothing is stored, and scans count as visits of the link. `caption` adds a frame, by default a bar. 404 for a link whose domain was deleted.
         */
        get: operations["drawLinkCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the visits of a link
         * @description Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, language, campaign, campaign parameter, split target or rule. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps.
         */
        get: operations["getLinkStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a link
         * @description Changes a link; fields that are not sent keep their value. null clears password, expiry, limit, texts, deep link, campaign and channels; `[]` empties a list.
         */
        put: operations["updateLink"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link
         * @description Shortens a URL. All fields but `url` are optional.
         */
        post: operations["createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 links
         * @description Creates links with the same results as single requests. Of two items with the same alias the second fails. An item with `reuse` may get the link of an item before it. The links of a request have at most 20 different passwords. At most 1,000 items and 4 MiB. The rate limit counts one request per 100 items, rounded up; `X-RateLimit-Cost` has the number.
         */
        post: operations["createLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete up to 1,000 links
         * @description Deletes links with their statistics. At most 1,000 items and 4 MiB. The rate limit counts one request per 100 items, rounded up; `X-RateLimit-Cost` has the number.
         */
        post: operations["deleteLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update up to 1,000 links
         * @description Changes links, each as a request for it alone would, all at once: a link may get the alias that another gives up, and the external id that an item before it gives up. At most 1,000 items and 4 MiB. The rate limit counts one request per 100 items, rounded up; `X-RateLimit-Cost` has the number.
         */
        post: operations["updateLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links
         * @description The links of the account, newest or most clicked first. `q` searches them, `short` finds one by its short URL or alias. A search or filter that finds more than 10,000 links counts up to the page after this one and says `atleast`.
         */
        get: operations["listLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List raw visits
         * @description The visits of a link, QR code or bio page, one by one, oldest first, with class and reason. Send `nextcursor` as `after` to continue, also later: no visit is skipped or repeated.
         */
        get: operations["listVisits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description A webhook, without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes a webhook and its deliveries. Nothing is sent any longer.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description What is to be sent to a webhook, and what was in the last 30 days, with the attempts, newest first. At most 100,000 are kept.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events to a webhook again
         * @description Sends failed events again, or with `created_after` all events of a period, including those already sent; at most 5000, counting pending ones. The ids of the events stay the same.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Replaces the secret. For `overlap` seconds what is sent has the signatures of both, so that the receiver can change to the new one. Ends a pause after failures.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a webhook
         * @description Sends an event of the type `webhook.test`, which is not in the list of events. While the webhook is disabled it is tried only once.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a webhook
         * @description Changes a webhook; fields that are not sent keep their value. A new URL, or `enabled`, ends a pause after failures.
         */
        put: operations["updateWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a webhook
         * @description Creates a webhook: from now on events are sent to its URL, signed by Standard Webhooks with a secret that is shown only in this response. An account has at most 12 webhooks.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The webhooks of the account, newest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new API key by password
         * @description Creates a new API key for an account, also after all keys were lost. Send `email` or `username`. If the account has 25 active keys, the oldest one created by a login is revoked or, without one, the key unused for longest. The response sets a cookie: wrong passwords that others at the same address send do not delay a client that sends it with later logins.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an account
         * @description Creates an account and its first API key, which is shown only in this response. 403 if registration is closed.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a payment event
         * @description Set this URL in the dashboard of the payment provider. An event is stored once, by its id, and applied to an account after the response. If the signing secret of the provider is set, only signed deliveries are accepted; without one, events are recorded and have no effect.
         */
        post: operations["receivePaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "bio.answered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * bio.answered
         * @description A bio page was created, updated or deleted, or a visitor answered one of its forms. Sent to the webhooks of the account that have this type.
         */
        post: operations["onBioAnswered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bio.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * bio.created
         * @description A bio page was created, updated or deleted, or a visitor answered one of its forms. Sent to the webhooks of the account that have this type.
         */
        post: operations["onBioCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bio.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * bio.deleted
         * @description A bio page was created, updated or deleted, or a visitor answered one of its forms. Sent to the webhooks of the account that have this type.
         */
        post: operations["onBioDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bio.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * bio.updated
         * @description A bio page was created, updated or deleted, or a visitor answered one of its forms. Sent to the webhooks of the account that have this type.
         */
        post: operations["onBioUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * campaign.created
         * @description A campaign was created, updated or deleted. Sent to the webhooks of the account that have this type.
         */
        post: operations["onCampaignCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * campaign.deleted
         * @description A campaign was created, updated or deleted. Sent to the webhooks of the account that have this type.
         */
        post: operations["onCampaignDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * campaign.updated
         * @description A campaign was created, updated or deleted. Sent to the webhooks of the account that have this type.
         */
        post: operations["onCampaignUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.created
         * @description A domain was created, updated or deleted, its DNS was found to point to the service, or no longer. Sent to the webhooks of the account that have this type.
         */
        post: operations["onDomainCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.deleted
         * @description A domain was created, updated or deleted, its DNS was found to point to the service, or no longer. Sent to the webhooks of the account that have this type.
         */
        post: operations["onDomainDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.lost
         * @description A domain was created, updated or deleted, its DNS was found to point to the service, or no longer. Sent to the webhooks of the account that have this type.
         */
        post: operations["onDomainLost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.updated
         * @description A domain was created, updated or deleted, its DNS was found to point to the service, or no longer. Sent to the webhooks of the account that have this type.
         */
        post: operations["onDomainUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.verified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.verified
         * @description A domain was created, updated or deleted, its DNS was found to point to the service, or no longer. Sent to the webhooks of the account that have this type.
         */
        post: operations["onDomainVerified"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "limit.reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * limit.reached
         * @description The account reached a limit of its plan. Sent to the webhooks of the account that have this type.
         */
        post: operations["onLimitReached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.broken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.broken
         * @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. Sent to the webhooks of the account that have this type.
         */
        post: operations["onLinkBroken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.created
         * @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. Sent to the webhooks of the account that have this type.
         */
        post: operations["onLinkCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.deleted
         * @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. Sent to the webhooks of the account that have this type.
         */
        post: operations["onLinkDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.expired
         * @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. Sent to the webhooks of the account that have this type.
         */
        post: operations["onLinkExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.milestone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.milestone
         * @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. Sent to the webhooks of the account that have this type.
         */
        post: operations["onLinkMilestone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.quarantined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.quarantined
         * @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. Sent to the webhooks of the account that have this type.
         */
        post: operations["onLinkQuarantined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.recovered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.recovered
         * @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. Sent to the webhooks of the account that have this type.
         */
        post: operations["onLinkRecovered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.released": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.released
         * @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. Sent to the webhooks of the account that have this type.
         */
        post: operations["onLinkReleased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.updated
         * @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. Sent to the webhooks of the account that have this type.
         */
        post: operations["onLinkUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qr.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * qr.created
         * @description A QR code was created, updated or deleted. Sent to the webhooks of the account that have this type.
         */
        post: operations["onQrCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qr.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * qr.deleted
         * @description A QR code was created, updated or deleted. Sent to the webhooks of the account that have this type.
         */
        post: operations["onQrDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qr.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * qr.updated
         * @description A QR code was created, updated or deleted. Sent to the webhooks of the account that have this type.
         */
        post: operations["onQrUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "visits.recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * visits.recorded
         * @description Links, QR codes and bio pages of the account were visited. Sent to the webhooks of the account that have this type.
         */
        post: operations["onVisitsRecorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.test
         * @description A test of a webhook. Sent to the webhooks of the account that have this type.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The account that the API key belongs to. */
        Account: {
            /**
             * Format: uri
             * @description URL of the avatar.
             * @example http://localhost:3000/avatar/42.svg
             */
            avatar: string;
            /**
             * Format: email
             * @description E-mail address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Expiry of the plan. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2027-06-01 09:30:00
             */
            expires: string;
            /**
             * @description Id of the account.
             * @example 42
             */
            id: number;
            /**
             * @description Time of registration. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            registered: string;
            /**
             * @description Plan status; `free` once the plan has expired.
             * @example pro
             * @enum {string}
             */
            status: "free" | "pro";
            /**
             * @description User name: letters, digits, `_` and `-`. Stored in lower case; it cannot be changed.
             * @example ada
             */
            username: string;
        };
        /** @description E-mail, password or both. A new password revokes the API keys created by logins, and no others. */
        AccountChange: {
            /**
             * @description Current password. Required with an API key that expires; checked whenever it is sent.
             * @example correct horse battery
             */
            currentpassword?: string | null;
            /**
             * @description New e-mail address: ASCII characters, with international domains in Punycode.
             * @example ada@example.com
             */
            email?: string | null;
            /**
             * @description New password; not one of the most common ones.
             * @example correct horse battery
             */
            password?: string | null;
        };
        /** @description The operation succeeded. */
        AccountDeleted: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the job that deletes what the account had; no API key of the account can read it.
             * @example 42
             */
            job: number;
            /**
             * @description The fixed text of the operation.
             * @example Link has been deleted successfully.
             */
            message: string;
        };
        /** @description The password, to confirm that the account is to be deleted. */
        AccountDeletion: {
            /**
             * @description Current password of the account.
             * @example the current password
             */
            password: string;
        };
        /** @description The id of the account and a new API key. */
        AccountKey: {
            /**
             * @description The API key. It is shown only once: only its hash is stored.
             * @example wm_4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw
             */
            apikey: string;
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the account.
             * @example 42
             */
            id: number;
        };
        /** @description The account. */
        AccountReply: {
            data: components["schemas"]["Account"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description An Android app that opens links of a domain; before Android 15 its manifest alone chooses the paths. */
        AndroidApp: {
            /**
             * @description Paths that never open the app.
             * @example [
             *       "/terms"
             *     ]
             */
            exclude?: string[] | null;
            /**
             * @description SHA-256 fingerprints of the certificates that the app is signed with.
             * @example [
             *       "14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83"
             *     ]
             */
            fingerprints: string[];
            /**
             * @description Package name of the app.
             * @example com.example.app
             */
            package: string;
            /**
             * @description Paths that open the app. Default: all but those of pictures, statistics and the service.
             * @example [
             *       "/promo/*"
             *     ]
             */
            paths?: string[] | null;
        };
        /** @description An app of iPhones, iPads and Macs that opens links of a domain. */
        AppleApp: {
            /**
             * @description App id: the prefix (the id of the team) and the bundle id.
             * @example ABCDE12345.com.example.app
             */
            app: string;
            /**
             * @description Paths that never open the app.
             * @example [
             *       "/terms"
             *     ]
             */
            exclude?: string[] | null;
            /**
             * @description Paths that open the app. Default: all but those of pictures, statistics and the service.
             * @example [
             *       "/promo/*"
             *     ]
             */
            paths?: string[] | null;
        };
        /** @description A bio page. */
        Bio: {
            /**
             * @description Alias of the page.
             * @example ada
             */
            alias: string;
            /**
             * @description false if the domain of the page was deleted: the page is not served until it gets another domain. `link` shows the previous URL.
             * @example true
             */
            attached: boolean;
            /**
             * @description Number of visits.
             * @example 128
             */
            clicks: number;
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Text below the heading.
             * @example Guide on the northern traverse.
             */
            description: string | null;
            /**
             * @description Branded domain of the page; null: the host of the service.
             * @example https://go.example.com
             */
            domain: string | null;
            /**
             * @description Id of the bio page in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid: string | null;
            /**
             * @description Id of the bio page.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description Public URL of the page.
             * @example https://go.example.com/ada
             */
            link: string;
            /**
             * @description Name of the page for its owner; the heading if there is no title.
             * @example Ada
             */
            name: string;
            /**
             * @description false: a draft, visible only with its preview link and else answered with 404.
             * @example true
             */
            published: boolean;
            /**
             * @description Theme of the page.
             * @example trail
             * @enum {string}
             */
            theme: "plain" | "trail" | "harbour" | "orchard" | "dusk" | "slate";
            /**
             * @description Heading of the page.
             * @example Ada Lovelace
             */
            title: string | null;
            /**
             * @description Unique visitors, each counted once per day.
             * @example 128
             */
            uniqueclicks: number;
        };
        /** @description An answer to a form of a bio page. No IP address is stored. */
        BioAnswer: {
            /** @description The fields of the form as they were then, and what was entered. */
            answers: components["schemas"]["BioFormAnswer"][];
            /**
             * @description The text that the visitor agreed to, as it was shown; null: there was no consent.
             * @example I agree that you use my address to plan the tour.
             */
            consent: string | null;
            /**
             * @description Time of the consent; null: there was none. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            consentdate: string | null;
            /**
             * @description Time of the answer. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Key of the form.
             * @example tour
             */
            form: string;
            /**
             * @description Id of the answer.
             * @example 42
             */
            id: number;
        };
        /** @description A page of answers to forms. */
        BioAnswerList: {
            data: components["schemas"]["BioAnswerPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the answers to forms, and the total. */
        BioAnswerPage: {
            /** @description The records of this page, in order. */
            answers: components["schemas"]["BioAnswer"][];
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description One answer. */
        BioAnswerReply: {
            answer: components["schemas"]["BioAnswer"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /**
         * @description A block of a bio page; `type` decides which fields it has.
         * @example {
         *       "type": "link",
         *       "text": "Trail map",
         *       "url": "https://example.com/map"
         *     }
         */
        BioBlock: components["schemas"]["BioLinkBlock"] | components["schemas"]["BioHeadingBlock"] | components["schemas"]["BioTextBlock"] | components["schemas"]["BioImageBlock"] | components["schemas"]["BioSocialBlock"] | components["schemas"]["BioContactBlock"] | components["schemas"]["BioVideoBlock"] | components["schemas"]["BioMusicBlock"] | components["schemas"]["BioFaqBlock"] | components["schemas"]["BioDividerBlock"] | components["schemas"]["BioProductBlock"] | components["schemas"]["BioFormBlock"];
        /** @description Changes to a bio page; `blocks` replaces all blocks, `[]` removes them. */
        BioChange: {
            /** @description Content of the page, from top to bottom. All its Markdown (texts, answers, `consent`, `thanks`) has at most 65,536 characters in all. */
            blocks?: components["schemas"]["BioBlock"][] | null;
            /** @description Colors in place of those of the theme; they replace all stored ones. null: those of the theme. */
            colors?: components["schemas"]["BioColors"] | null;
            /**
             * @description New alias; the previous one stops working. Up to 255 letters and digits of any script, `-`, `_`, `.`, `~` and emoji, in segments separated by `/`.
             * @example summer-sale
             */
            custom?: string | null;
            /**
             * @description Text below the heading. `null` clears it.
             * @example Guide on the northern traverse.
             */
            description?: string | null;
            /**
             * @description One of the account’s branded domains.
             * @example https://go.example.com
             */
            domain?: string | null;
            /**
             * @description Id of the bio page in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id. `null` clears it.
             * @example sku-4711
             */
            externalid?: string | null;
            /**
             * @description Font of the page, from those that devices have: nothing is loaded. null: that of the theme.
             * @example serif
             */
            font?: ("sans" | "serif" | "mono" | "rounded" | "humanist" | "geometric" | "slab" | "handwritten") | null;
            /**
             * @description Portrait or logo at the top. An http or https URL of at most 2,048 characters, or a small PNG or JPEG as a data URI. It is fetched once; visitors get the stored copy. `null` clears it.
             * @example https://example.com/picture.jpg
             */
            image?: string | null;
            /**
             * @description Language of the page, for `lang` and the direction of its text. Fixed words are in this language if the service has it, else in English. null: that of the visitor.
             * @example de
             */
            language?: string | null;
            /**
             * @description Name of the page for its owner; the heading if there is no title.
             * @example Ada
             */
            name?: string | null;
            /**
             * @description Whether the statistics page, `<link>+`, is public; not that of a draft.
             * @example false
             */
            publicstats?: boolean | null;
            /**
             * @description false: a draft, visible only with its preview link and else answered with 404.
             * @example true
             */
            published?: boolean | null;
            /**
             * @description Theme of the page.
             * @example trail
             */
            theme?: ("plain" | "trail" | "harbour" | "orchard" | "dusk" | "slate") | null;
            /**
             * @description Heading of the page. `null` clears it.
             * @example Ada Lovelace
             */
            title?: string | null;
        };
        /** @description Colors as `#RRGGBB`, the same for light and dark settings of the device. */
        BioColors: {
            /**
             * @description Background of the page.
             * @example #FFF7E8
             */
            background: string;
            /**
             * @description Color of buttons.
             * @example #7A1F3D
             */
            button: string;
            /**
             * @description Labels of buttons; their contrast on the button must be at least 4.5.
             * @example #FFFFFF
             */
            buttontext: string;
            /**
             * @description Color of texts; its contrast on the background must be at least 4.5.
             * @example #2B2118
             */
            text: string;
        };
        /** @description Contact details; at least one of name, email, phone and address is required. */
        BioContactBlock: {
            /**
             * @description Postal address, which may have several lines.
             * @example 12 St James’s Square
             *     London
             */
            address?: string | null;
            /**
             * @description E-mail address.
             * @example ada@example.com
             */
            email?: string | null;
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Name of the contact.
             * @example Ada Lovelace
             */
            name?: string | null;
            /**
             * @description Phone number.
             * @example +49 30 901820
             */
            phone?: string | null;
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "contact";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
        };
        /** @description The bio page was created. */
        BioCreated: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the new page.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description Public URL of the page.
             * @example http://localhost:3000/h4Kp9Wz
             */
            link: string;
            /** @description Pictures that could not be stored; absent if there are none. They are not shown; storing is tried again when the page is visited. */
            warnings?: components["schemas"]["PictureWarning"][];
        };
        /** @description A bio page with all writable fields. */
        BioDetails: {
            /**
             * @description Alias of the page.
             * @example ada
             */
            alias: string;
            /**
             * @description false if the domain of the page was deleted: the page is not served until it gets another domain. `link` shows the previous URL.
             * @example true
             */
            attached: boolean;
            /** @description Content of the page, from top to bottom. All its Markdown (texts, answers, `consent`, `thanks`) has at most 65,536 characters in all. */
            blocks: components["schemas"]["BioBlock"][];
            /**
             * @description Number of visits.
             * @example 128
             */
            clicks: number;
            /** @description Colors in place of those of the theme; they replace all stored ones. null: those of the theme. */
            colors: components["schemas"]["BioColors"] | null;
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Text below the heading.
             * @example Guide on the northern traverse.
             */
            description: string | null;
            /**
             * @description Branded domain of the page; null: the host of the service.
             * @example https://go.example.com
             */
            domain: string | null;
            /**
             * @description Id of the bio page in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid: string | null;
            /**
             * @description Font of the page, from those that devices have: nothing is loaded. null: that of the theme.
             * @example serif
             */
            font: ("sans" | "serif" | "mono" | "rounded" | "humanist" | "geometric" | "slab" | "handwritten") | null;
            /**
             * @description Id of the bio page.
             * @example 42
             */
            id: number;
            /**
             * @description Portrait or logo at the top. An http or https URL of at most 2,048 characters, or a small PNG or JPEG as a data URI. It is fetched once; visitors get the stored copy.
             * @example https://example.com/picture.jpg
             */
            image: string | null;
            /**
             * @description Language of the page, for `lang` and the direction of its text. Fixed words are in this language if the service has it, else in English. null: that of the visitor.
             * @example de
             */
            language: string | null;
            /**
             * Format: uri
             * @description Public URL of the page.
             * @example https://go.example.com/ada
             */
            link: string;
            /**
             * @description Name of the page for its owner; the heading if there is no title.
             * @example Ada
             */
            name: string;
            /**
             * @description Preview link of a draft, valid for a day; null for a published page.
             * @example https://go.example.com/ada?access=1830297600.4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw
             */
            preview: string | null;
            /**
             * @description Whether the statistics page, `<link>+`, is public; not that of a draft.
             * @example false
             */
            publicstats: boolean;
            /**
             * @description false: a draft, visible only with its preview link and else answered with 404.
             * @example false
             */
            published: boolean;
            /**
             * @description Theme of the page.
             * @example trail
             * @enum {string}
             */
            theme: "plain" | "trail" | "harbour" | "orchard" | "dusk" | "slate";
            /**
             * @description Heading of the page.
             * @example Ada Lovelace
             */
            title: string | null;
            /**
             * @description Unique visitors, each counted once per day.
             * @example 128
             */
            uniqueclicks: number;
        };
        /** @description A line between blocks. */
        BioDividerBlock: {
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "divider";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
        };
        /** @description A bio page was created, updated or deleted, or a visitor answered one of its forms. */
        BioEvent: {
            actor: components["schemas"]["EventActor"];
            data: components["schemas"]["BioEventData"];
            /**
             * @description Time of the event. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the event.
             * @example evt_42
             */
            id: string;
            /**
             * @description What happened.
             * @example bio.created
             * @enum {string}
             */
            type: "bio.created" | "bio.updated" | "bio.deleted" | "bio.answered";
        };
        /** @description A bio page was created, updated or deleted, or a visitor answered one of its forms. The values are those right after the event. */
        BioEventData: {
            /**
             * @description Only of `bio.answered`: id of the answer, for `GET /api/bio/:id/answers/:answer`, which has its content.
             * @example 42
             */
            answer?: number;
            /**
             * @description Only of updates: the names of the fields that have another value now.
             * @example [
             *       "name"
             *     ]
             */
            changed?: string[];
            /**
             * @description Id of the bio page in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid: string | null;
            /**
             * @description Only of `bio.answered`: key of the form.
             * @example tour
             */
            form?: string;
            /**
             * @description Id of the bio page.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description Public URL of the page.
             * @example https://go.example.com/ada
             */
            link: string;
            /**
             * @description Name of the page for its owner.
             * @example Ada
             */
            name: string;
        };
        /** @description Questions whose answers open one by one. */
        BioFaqBlock: {
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /** @description The questions, from top to bottom. */
            items: components["schemas"]["BioFaqItem"][];
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "faq";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
        };
        /** @description A question and its answer. */
        BioFaqItem: {
            /**
             * @description What to tell them, in the same subset of Markdown as texts.
             * @example No: every stage ends at a hut.
             */
            answer: string;
            /**
             * @description What visitors ask.
             * @example Do I need a tent?
             */
            question: string;
        };
        /** @description The answer to a field of a form. */
        BioFormAnswer: {
            /**
             * @description What is entered. `choice`: one of `choices`; `checkbox`: ticked or not.
             * @example email
             * @enum {string}
             */
            kind: "text" | "multiline" | "email" | "phone" | "choice" | "checkbox";
            /**
             * @description Label that the field had.
             * @example E-mail
             */
            label: string;
            /**
             * @description What was entered; `true` or `false` for a checkbox, empty if the field was left out.
             * @example ada@example.com
             */
            value: string;
        };
        /** @description A form; its answers are stored, and listed by the API. */
        BioFormBlock: {
            /**
             * @description Label of the button. Default: “Send” in the language of the page.
             * @example Join
             */
            button?: string | null;
            /**
             * @description What visitors agree to by ticking a box, in the same subset of Markdown as texts, without lists; stored with each answer.
             * @example I agree that you use my address to plan the tour. [Privacy](https://example.com/privacy)
             */
            consent: string;
            /**
             * @description false: answers are also taken without consent. Default true.
             * @example true
             */
            consentrequired?: boolean | null;
            /**
             * @description What visitors are asked, from top to bottom.
             * @example [
             *       {
             *         "kind": "email",
             *         "label": "E-mail",
             *         "required": true
             *       }
             *     ]
             */
            fields: components["schemas"]["BioFormField"][];
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Name of the form in its answers, different for each form of the page. Default: `form`, then `form-2` ….
             * @example tour
             */
            key?: string | null;
            /**
             * @description What is shown after an answer, in the same subset of Markdown as texts. Default: a line in the language of the page.
             * @example We will write to you **before Friday**.
             */
            thanks?: string | null;
            /**
             * @description Heading of the form.
             * @example Join a tour
             */
            title: string;
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "form";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
        };
        /**
         * @description A field of a form.
         * @example {
         *       "kind": "email",
         *       "label": "E-mail",
         *       "required": true
         *     }
         */
        BioFormField: {
            /**
             * @description What visitors choose one of: required for the kind `choice`, without effect for others.
             * @example [
             *       "Saturday",
             *       "Sunday"
             *     ]
             */
            choices?: string[] | null;
            /**
             * @description What is entered. `choice`: one of `choices`; `checkbox`: ticked or not.
             * @example email
             * @enum {string}
             */
            kind: "text" | "multiline" | "email" | "phone" | "choice" | "checkbox";
            /**
             * @description Label of the field, different for each field of the form.
             * @example E-mail
             */
            label: string;
            /**
             * @description Whether an answer is required; a checkbox must be ticked then. Default false.
             * @example true
             */
            required?: boolean | null;
        };
        /** @description A heading. */
        BioHeadingBlock: {
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Level, 2 or 3. Default 2.
             * @example 2
             */
            level?: number | null;
            /**
             * @description Text of the heading.
             * @example Where to start
             */
            text: string;
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "heading";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
        };
        /** @description A picture. */
        BioImageBlock: {
            /**
             * @description Alternative text; without it the picture counts as decoration.
             * @example A hut
             */
            alt?: string | null;
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Destination of the picture.
             * @example https://example.com/page
             */
            link?: string | null;
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "image";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
            /**
             * @description The picture. An http or https URL of at most 2,048 characters, or a small PNG or JPEG as a data URI. It is fetched once; visitors get the stored copy.
             * @example https://example.com/picture.jpg
             */
            url: string;
        };
        /** @description A link of a bio page with its visits over all time. */
        BioLink: {
            /**
             * @description Visits that followed the link.
             * @example 128
             */
            clicks: number;
            /**
             * @description Key of the link: the same for the same URL, wherever on the page it is.
             * @example EAaArVRs5qV39C9S
             */
            key: string;
            /**
             * @description Label of the link, or the alternative text of its picture; may be empty.
             * @example Trail map
             */
            text: string;
            /**
             * @description Unique visitors that followed it, each counted once per day.
             * @example 128
             */
            uniqueClicks: number;
            /**
             * @description Destination of the link.
             * @example https://example.com/map
             */
            url: string;
        };
        /** @description A link as a button. */
        BioLinkBlock: {
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Small picture next to the label. An http or https URL of at most 2,048 characters, or a small PNG or JPEG as a data URI. It is fetched once; visitors get the stored copy.
             * @example https://example.com/picture.jpg
             */
            image?: string | null;
            /**
             * @description Label of the button.
             * @example Trail map
             */
            text: string;
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "link";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
            /**
             * @description Destination.
             * @example https://example.com/page
             */
            url: string;
        };
        /** @description The links of a bio page. */
        BioLinksReply: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /** @description The links of the page, from top to bottom. */
            links: components["schemas"]["BioLink"][];
        };
        /** @description A page of bio pages. */
        BioList: {
            data: components["schemas"]["BioPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description Music, loaded from its provider only when a visitor starts it. */
        BioMusicBlock: {
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Title of what is played, shown before it is loaded.
             * @example The northern traverse
             */
            title?: string | null;
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "music";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
            /**
             * @description URL of the music on Spotify, SoundCloud, Apple Music or Deezer, or of a player of Bandcamp.
             * @example https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT
             */
            url: string;
        };
        /** @description One page of the bio pages, and the total. */
        BioPage: {
            /** @description The records of this page, in order. */
            bios: components["schemas"]["Bio"][];
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description A product; consecutive ones are shown side by side. */
        BioProductBlock: {
            /**
             * @description A line about it.
             * @example All 14 stages, 1:25,000
             */
            description?: string | null;
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Picture of the product. An http or https URL of at most 2,048 characters, or a small PNG or JPEG as a data URI. It is fetched once; visitors get the stored copy.
             * @example https://example.com/picture.jpg
             */
            image?: string | null;
            /**
             * @description Name of the product.
             * @example Trail map on paper
             */
            name: string;
            /**
             * @description Price as it is shown.
             * @example € 14.50
             */
            price?: string | null;
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "product";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
            /**
             * @description Where it can be bought.
             * @example https://example.com/shop/map
             */
            url?: string | null;
        };
        /** @description One bio page and its statistics. */
        BioReply: {
            data: components["schemas"]["Statistics"];
            details: components["schemas"]["BioDetails"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description A profile on another site; consecutive ones are shown in one row. */
        BioSocialBlock: {
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Network or kind of profile.
             * @example mastodon
             * @enum {string}
             */
            network: "website" | "blog" | "newsletter" | "podcast" | "shop" | "rss" | "bandcamp" | "bluesky" | "codeberg" | "discord" | "facebook" | "github" | "gitlab" | "instagram" | "linkedin" | "mastodon" | "medium" | "patreon" | "pinterest" | "reddit" | "signal" | "snapchat" | "soundcloud" | "spotify" | "substack" | "telegram" | "threads" | "tiktok" | "twitch" | "twitter" | "vimeo" | "whatsapp" | "x" | "youtube";
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "social";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
            /**
             * @description URL of the profile.
             * @example https://social.example/@ada
             */
            url: string;
        };
        /** @description A text. */
        BioTextBlock: {
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Alignment of the text. Default: the side at which its language begins, left or right.
             * @example left
             */
            justify?: ("left" | "center" | "right" | "justify") | null;
            /**
             * @description A subset of Markdown: paragraphs, `**strong**`, `*emphasis*`, `` `code` ``, lists, `[links](https://…)` to http, https and mailto.
             * @example Six days from *hut to hut*.
             */
            text: string;
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "text";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
        };
        /** @description A video, loaded from its provider only when a visitor starts it. */
        BioVideoBlock: {
            /**
             * @description Time from which the block is shown. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            from?: string | null;
            /**
             * @description Title of what is played, shown before it is loaded.
             * @example The northern traverse
             */
            title?: string | null;
            /**
             * @description Type of the block. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "video";
            /**
             * @description Time at which the block is no longer shown; after `from`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-02-01 00:00:00
             */
            until?: string | null;
            /**
             * @description URL of the video on YouTube, Vimeo, Dailymotion or a PeerTube site.
             * @example https://www.youtube.com/watch?v=dQw4w9WgXcQ
             */
            url: string;
        };
        /** @description A campaign. */
        Campaign: {
            /**
             * @description Campaign name, under the key of the base document.
             * @example Summer sale
             */
            domain: string;
            /**
             * @description Id of the campaign.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description URL of the list of links; it is served while the campaign is public.
             * @example http://localhost:3000/u/ada/42
             */
            list: string;
            /**
             * @description Campaign name.
             * @example Summer sale
             */
            name: string;
            /**
             * @description Whether the list of links is public.
             * @example true
             */
            public: boolean;
            /**
             * @description Rotator URL; `false` if the campaign has no slug.
             * @example http://localhost:3000/r/summer
             */
            rotator: string | false;
        };
        /** @description Changes to a campaign; `name` is required. */
        CampaignChange: {
            /**
             * @description Campaign name.
             * @example Summer sale
             */
            name: string;
            /**
             * @description Whether the list of links is public.
             * @example true
             */
            public?: boolean | null;
            /**
             * @description Rotator slug: `/r/<slug>` redirects to one of the links of the campaign. Unique on the service. `null` clears it.
             * @example summer
             */
            slug?: string | null;
        };
        /** @description The campaign. */
        CampaignDetailsReply: {
            details: components["schemas"]["Campaign"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description A campaign was created, updated or deleted. */
        CampaignEvent: {
            actor: components["schemas"]["EventActor"];
            data: components["schemas"]["CampaignEventData"];
            /**
             * @description Time of the event. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the event.
             * @example evt_42
             */
            id: string;
            /**
             * @description What happened.
             * @example campaign.created
             * @enum {string}
             */
            type: "campaign.created" | "campaign.updated" | "campaign.deleted";
        };
        /** @description A campaign was created, updated or deleted. The values are those right after the event. */
        CampaignEventData: {
            /**
             * @description Only of updates: the names of the fields that have another value now.
             * @example [
             *       "name"
             *     ]
             */
            changed?: string[];
            /**
             * @description Id of the campaign.
             * @example 42
             */
            id: number;
            /**
             * @description Campaign name.
             * @example Summer sale
             */
            name: string;
            /**
             * @description Slug of its rotator; null: it has none.
             * @example summer
             */
            slug: string | null;
        };
        /** @description A page of campaigns. */
        CampaignList: {
            data: components["schemas"]["CampaignPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the campaigns, and the total. */
        CampaignPage: {
            /** @description The records of this page, in order. */
            campaigns: components["schemas"]["Campaign"][];
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description The campaign after the change. */
        CampaignReply: {
            /**
             * @description Campaign name, under the key of the base document.
             * @example Summer sale
             */
            domain: string;
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the campaign.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description URL of the list of links; it is served while the campaign is public.
             * @example http://localhost:3000/u/ada/42
             */
            list: string;
            /**
             * @description Campaign name.
             * @example Summer sale
             */
            name: string;
            /**
             * @description Whether the list of links is public.
             * @example true
             */
            public: boolean;
            /**
             * @description Rotator URL; `false` if the campaign has no slug.
             * @example http://localhost:3000/r/summer
             */
            rotator: string | false;
        };
        /** @description A labeled group of links, bio pages and QR codes. */
        Channel: {
            /**
             * @description Badge color, `#RRGGBB`; `#000000` if none is set.
             * @example #1D7A5F
             */
            color: string;
            /**
             * @description Description of the channel; "" if there is none.
             * @example Links of the weekly letter
             */
            description: string;
            /**
             * @description Id of the channel.
             * @example 42
             */
            id: number;
            /**
             * @description Channel name.
             * @example Newsletter
             */
            name: string;
            /**
             * @description Whether the channel is starred.
             * @example true
             */
            starred: boolean;
        };
        /** @description Changes to a channel; fields that are not sent keep their value. */
        ChannelChange: {
            /**
             * @description Badge color, `#RRGGBB`; `#000000` if none is set. `null` clears it.
             * @example #1D7A5F
             */
            color?: string | null;
            /**
             * @description Description of the channel. `null` clears it.
             * @example Links of the weekly letter
             */
            description?: string | null;
            /**
             * @description Channel name.
             * @example Newsletter
             */
            name?: string | null;
            /**
             * @description Whether the channel is starred.
             * @example true
             */
            starred?: boolean | null;
        };
        /** @description The channel was created. */
        ChannelCreated: {
            /**
             * @description Badge color, `#RRGGBB`; `#000000` if none is set.
             * @example #1D7A5F
             */
            color: string;
            /**
             * @description Description of the channel; "" if there is none.
             * @example Links of the weekly letter
             */
            description: string;
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the channel.
             * @example 42
             */
            id: number;
            /**
             * @description Channel name.
             * @example Newsletter
             */
            name: string;
            /**
             * @description Whether the channel is starred.
             * @example true
             */
            starred: boolean;
        };
        /** @description A link, bio page or QR code in a channel. */
        ChannelItem: {
            /**
             * Format: date
             * @description Time of creation of the item. UTC, `YYYY-MM-DD`.
             * @example 2026-06-01
             */
            date: string;
            /**
             * @description Id of the item within its own type.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description Public URL of the item.
             * @example https://go.example.com/summer-sale
             */
            link: string;
            /**
             * @description A picture of the item.
             * @example http://localhost:3000/card/link/42.svg?key=1830297600.4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw
             */
            preview: string;
            /**
             * @description Title; the alias or name if there is none.
             * @example Summer sale
             */
            title: string;
            /**
             * @description Type of the item.
             * @example links
             * @enum {string}
             */
            type: "links" | "bio" | "qr";
        };
        /** @description A page of items of a channel. */
        ChannelItemList: {
            data: components["schemas"]["ChannelItemPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the items of a channel, and the total. */
        ChannelItemPage: {
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /** @description The records of this page, in order. */
            items: components["schemas"]["ChannelItem"][];
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description A page of channels. */
        ChannelList: {
            data: components["schemas"]["ChannelPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the channels, and the total. */
        ChannelPage: {
            /** @description The records of this page, in order. */
            channels: components["schemas"]["Channel"][];
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description The record was created. */
        Created: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the new record.
             * @example 42
             */
            id: number;
        };
        /** @description App destinations of phones. */
        DeepLink: {
            /**
             * @description Destination of iPhones and iPads: a web page, or a URL of an app (`myapp://…`) whose scheme `APP_SCHEMES` names.
             * @example https://apps.apple.com/app/id1
             */
            apple?: string | null;
            /**
             * @description Whether phones are redirected to the app. Default true.
             * @example true
             */
            auto?: boolean | null;
            /**
             * @description Destination of Android devices: a web page, or a URL of an app (`myapp://…`) whose scheme `APP_SCHEMES` names.
             * @example https://play.google.com/store/apps/details?id=com.example
             */
            google?: string | null;
        };
        /** @description An event that is to be sent to a webhook, or was. */
        Delivery: {
            /** @description The latest 20 attempts, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the event, which is sent as `webhook-id`; null: a test.
             * @example evt_42
             */
            event: string | null;
            /**
             * @description Id of the delivery.
             * @example 42
             */
            id: number;
            /**
             * @description When it is sent next, or later while the webhook fails; null: not again. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            nextattempt: string | null;
            /**
             * @description `pending`: to be sent, or sent again; `delivered`: the receiver answered with a status from 200 to 299; `failed`: given up.
             * @example delivered
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /**
             * @description Type of the event.
             * @example link.created
             * @enum {string}
             */
            type: "link.created" | "link.updated" | "link.deleted" | "link.expired" | "link.milestone" | "link.broken" | "link.recovered" | "link.quarantined" | "link.released" | "qr.created" | "qr.updated" | "qr.deleted" | "bio.created" | "bio.updated" | "bio.deleted" | "bio.answered" | "campaign.created" | "campaign.updated" | "campaign.deleted" | "domain.created" | "domain.updated" | "domain.deleted" | "domain.verified" | "domain.lost" | "limit.reached" | "visits.recorded" | "webhook.test";
        };
        /** @description An attempt to send an event. */
        DeliveryAttempt: {
            /**
             * @description Time of the attempt. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Duration in milliseconds.
             * @example 84
             */
            duration: number;
            /**
             * @description Why it failed; null: it did not.
             * @example The server answered with an error.
             */
            error: string | null;
            /**
             * @description The first 500 characters of the answer.
             * @example Service Unavailable
             */
            response: string;
            /**
             * @description HTTP status of the answer; null: there was none.
             * @example 503
             */
            status: number | null;
        };
        /** @description A page of deliveries. */
        DeliveryList: {
            data: components["schemas"]["DeliveryPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the deliveries, and the total. */
        DeliveryPage: {
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /** @description The records of this page, in order. */
            deliveries: components["schemas"]["Delivery"][];
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description Another destination for a device, system or browser. */
        DeviceTarget: {
            /**
             * @description Device, system or browser, in upper or lower case: mobile, tablet, desktop, tv, iphone, ipad, ios, android, windows, macos, linux, chromeos, blackberry, windows phone, harmonyos, tizen, webos, playstation 4, roku, bada, chrome, edge, firefox, opera, safari, samsung internet.
             * @example android
             */
            device: string;
            /**
             * @description Destination of these visits.
             * @example https://example.com/de
             */
            link: string;
        };
        /** @description A branded domain. */
        Domain: {
            /** @description Android apps that open the links of the domain. */
            android: components["schemas"]["AndroidApp"][];
            /** @description Apps of iPhones, iPads and Macs that open the links of the domain. */
            apple: components["schemas"]["AppleApp"][];
            /** @description Colors of the pages of the domain; they replace all stored ones. null: those of the service. */
            brandcolors: components["schemas"]["BioColors"] | null;
            /**
             * @description Logo shown on the pages of the domain in place of the name. It is fetched once; visitors get the stored copy.
             * @example https://example.com/logo.png
             */
            brandlogo: string | null;
            /**
             * @description Name shown on the pages of the domain, such as those of expired links.
             * @example Alpine Club
             */
            brandname: string | null;
            /**
             * @description Whether aliases on the domain are found in upper and lower case. Default: false.
             * @example false
             */
            caseinsensitive: boolean;
            /**
             * Format: uri
             * @description The domain with its scheme, in lower case and Punycode.
             * @example https://go.example.com
             */
            domain: string;
            /**
             * @description Id of the domain.
             * @example 42
             */
            id: number;
            /**
             * @description Language of the pages of the domain, such as those of expired links. Fixed words are in this language if the service has it, else in English. null: that of the visitor.
             * @example de
             */
            language: string | null;
            /**
             * @description Destination of visits to unknown paths of the domain.
             * @example https://example.com/lost
             */
            redirect404: string | null;
            /**
             * @description Destination of visits to the bare domain.
             * @example https://example.com
             */
            redirectroot: string | null;
        };
        /** @description Changes to a domain; the domain name itself cannot be changed. */
        DomainChange: {
            /** @description Android apps that open the links of the domain. */
            android?: components["schemas"]["AndroidApp"][] | null;
            /** @description Apps of iPhones, iPads and Macs that open the links of the domain. */
            apple?: components["schemas"]["AppleApp"][] | null;
            /** @description Colors of the pages of the domain; they replace all stored ones. null: those of the service. */
            brandcolors?: components["schemas"]["BioColors"] | null;
            /**
             * @description Logo shown on the pages of the domain in place of the name. It is fetched once; visitors get the stored copy. `null` clears it.
             * @example https://example.com/logo.png
             */
            brandlogo?: string | null;
            /**
             * @description Name shown on the pages of the domain, such as those of expired links. `null` clears it.
             * @example Alpine Club
             */
            brandname?: string | null;
            /**
             * @description Whether aliases on the domain are found in upper and lower case. Default: false.
             * @example false
             */
            caseinsensitive?: boolean | null;
            /**
             * @description Language of the pages of the domain, such as those of expired links. Fixed words are in this language if the service has it, else in English. null: that of the visitor.
             * @example de
             */
            language?: string | null;
            /**
             * @description Destination of visits to unknown paths of the domain. `null` clears it.
             * @example https://example.com/lost
             */
            redirect404?: string | null;
            /**
             * @description Destination of visits to the bare domain. `null` clears it.
             * @example https://example.com
             */
            redirectroot?: string | null;
        };
        /** @description The domain was added. */
        DomainCreated: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the domain.
             * @example 42
             */
            id: number;
            proof?: components["schemas"]["DomainProof"];
            /** @description Pictures that could not be stored; absent if there are none. They are not shown; storing is tried again when the page is visited. */
            warnings?: components["schemas"]["PictureWarning"][];
        };
        /** @description A domain was created, updated or deleted, its DNS was found to point to the service, or no longer. */
        DomainEvent: {
            actor: components["schemas"]["EventActor"];
            data: components["schemas"]["DomainEventData"];
            /**
             * @description Time of the event. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the event.
             * @example evt_42
             */
            id: string;
            /**
             * @description What happened.
             * @example domain.created
             * @enum {string}
             */
            type: "domain.created" | "domain.updated" | "domain.deleted" | "domain.verified" | "domain.lost";
        };
        /** @description A domain was created, updated or deleted, its DNS was found to point to the service, or no longer. The values are those right after the event. */
        DomainEventData: {
            /**
             * @description Only of updates: the names of the fields that have another value now.
             * @example [
             *       "name"
             *     ]
             */
            changed?: string[];
            /**
             * Format: uri
             * @description Domain with its scheme.
             * @example https://go.example.com
             */
            domain: string;
            /**
             * @description Id of the domain.
             * @example 42
             */
            id: number;
        };
        /** @description A page of branded domains. */
        DomainList: {
            data: components["schemas"]["DomainPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the branded domains, and the total. */
        DomainPage: {
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /** @description The records of this page, in order. */
            domains: components["schemas"]["Domain"][];
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description The proof that a host belongs to the account. */
        DomainProof: {
            /**
             * @description What proves that the host belongs to the account, any one of these: a TXT record; and, while the DNS of the host points elsewhere, a text file.
             * @example [
             *       "TXT _waymark.go.example.com \"waymark-proof=3f8a…\""
             *     ]
             */
            expected: string[];
            /**
             * @description The TXT records, and the file, that were found.
             * @example [
             *       "TXT \"waymark-proof=3f8a…\""
             *     ]
             */
            found: string[];
            /**
             * @description Since when the proof has been missing; the domain is served for three days after that. null: it is there, or never was. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            lost: string | null;
            /**
             * @description Time of the last check that found the proof; null: the domain is not proven. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            verified: string | null;
        };
        /** @description The domain. */
        DomainReply: {
            details: components["schemas"]["Domain"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /**
         * @description Whether a domain is ready to serve.
         * @example {
         *       "pointed": true,
         *       "expected": [
         *         "CNAME waymark.example.com"
         *       ],
         *       "found": [
         *         "CNAME waymark.example.com"
         *       ],
         *       "tls": true,
         *       "tlsuntil": null,
         *       "verified": "2026-06-01 09:30:00",
         *       "lost": null,
         *       "served": true,
         *       "proof": null
         *     }
         */
        DomainStatus: {
            /**
             * @description DNS records, any one of which makes the domain point at the service.
             * @example [
             *       "CNAME waymark.example.com"
             *     ]
             */
            expected: string[];
            /**
             * @description DNS records that the domain has now.
             * @example [
             *       "CNAME waymark.example.com"
             *     ]
             */
            found: string[];
            /**
             * @description Since when the domain has pointed elsewhere; null: it points at the service, or never did. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            lost: string | null;
            /**
             * @description Whether the DNS of the domain points at the service now.
             * @example true
             */
            pointed: boolean;
            /** @description The proof of ownership; null: none is needed, because the domain was added before proofs, or the service checks no domains or is not public. */
            proof: components["schemas"]["DomainProof"] | null;
            /**
             * @description Whether the service answers on the domain: its proof was found, or it needs none.
             * @example true
             */
            served: boolean;
            /**
             * @description Whether a proxy with on-demand TLS may order a certificate: the domain is served, and points at the service, did so within the last ten minutes (see `tlsuntil`), or domains are not checked.
             * @example true
             */
            tls: boolean;
            /**
             * @description Until when a certificate may be ordered although the domain points elsewhere now; null: not limited. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            tlsuntil: string | null;
            /**
             * @description Time of the last check that found the domain pointing at the service; null: none. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            verified: string | null;
        };
        /** @description The expected and the actual DNS records. */
        DomainStatusReply: {
            data: components["schemas"]["DomainStatus"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description The operation succeeded. */
        Done: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description The fixed text of the operation.
             * @example Link has been deleted successfully.
             */
            message: string;
        };
        /** @description The operation succeeded. */
        DoneWithPictureWarnings: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description The fixed text of the operation.
             * @example Link has been deleted successfully.
             */
            message: string;
            /** @description Pictures that could not be stored; absent if there are none. They are not shown; storing is tried again when the page is visited. */
            warnings?: components["schemas"]["PictureWarning"][];
        };
        /** @description What has visits that are in no event. */
        DroppedVisits: {
            /**
             * @description Id of the bio page; null: it was none.
             * @example 42
             */
            bio: number | null;
            /**
             * @description Id of the link; null: it was none.
             * @example 42
             */
            link: number | null;
            /**
             * @description Id of the QR code; null: it was none.
             * @example 42
             */
            qr: number | null;
            /**
             * @description How many of its visits are left out, at least.
             * @example 99000
             */
            visits: number;
        };
        /** @description Something that happened in an account; `type` decides what `data` has. */
        Event: components["schemas"]["LinkEvent"] | components["schemas"]["QrEvent"] | components["schemas"]["BioEvent"] | components["schemas"]["CampaignEvent"] | components["schemas"]["DomainEvent"] | components["schemas"]["LimitEvent"] | components["schemas"]["VisitsEvent"];
        /** @description Who caused an event. */
        EventActor: {
            /**
             * @description Id of the API key; null: none.
             * @example 42
             */
            keyid: number | null;
            /**
             * @description Name that the API key had; null: none.
             * @example CI
             */
            keyname: string | null;
            /**
             * @description Who caused it: `key`: a request with an API key; `login`: one with the key of a login; `command`: the command line; `payment`: a payment provider; `system`: the service itself.
             * @example key
             * @enum {string}
             */
            type: "key" | "login" | "command" | "system" | "payment";
        };
        /** @description Events. */
        EventList: {
            data: components["schemas"]["EventPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description A page of events, and the cursor of the next one. */
        EventPage: {
            /** @description The events, in order. */
            events: components["schemas"]["Event"][];
            /**
             * @description Whether there are more events already.
             * @example false
             */
            more: boolean;
            /**
             * @description Cursor for `after`: of the events that follow these, with `direction=asc` also later.
             * @example djE6ODQxOjQy
             */
            nextcursor: string;
            /**
             * @description Maximum of events.
             * @example 15
             */
            perpage: number;
        };
        /** @description A visit, and what was visited. */
        EventVisit: {
            /**
             * @description User-Agent header; null: not stored.
             * @example Mozilla/5.0 (Linux; Android 14) Chrome/142.0
             */
            agent: string | null;
            /**
             * @description Id of the bio page; null: it was none.
             * @example 42
             */
            bio: number | null;
            /**
             * @description Browser; null: unknown.
             * @example Chrome
             */
            browser: string | null;
            /**
             * @description Id of the campaign that the link was in.
             * @example 42
             */
            campaign: number | null;
            /**
             * @description Ids of the channels that the link, QR code or bio page was in, at most 100.
             * @example [
             *       42
             *     ]
             */
            channels: number[];
            /**
             * @description City, if the operator has a database of cities; null: unknown.
             * @example Berlin, DE
             */
            city: string | null;
            /**
             * @description Class of the visit; statistics count `visitor` unless `include` names others.
             * @example visitor
             * @enum {string}
             */
            class: "visitor" | "bot" | "preview" | "prefetch" | "head";
            /**
             * @description Country, ISO 3166-1 alpha-2; null: unknown.
             * @example DE
             */
            country: string | null;
            /**
             * @description Time of the visit. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Type of device; null: unknown.
             * @example Mobile
             */
            device: string | null;
            /**
             * @description Id of the branded domain of the visited URL; null: none.
             * @example 42
             */
            domain: number | null;
            /**
             * @description Id of the visit; higher than those of visits that were stored before.
             * @example 42
             */
            id: number;
            /**
             * @description Preferred language; null: unknown.
             * @example de
             */
            language: string | null;
            /**
             * @description Id of the link; null: it was none.
             * @example 42
             */
            link: number | null;
            /**
             * @description Operating system; null: unknown.
             * @example Android
             */
            os: string | null;
            /**
             * @description Host and path of the referrer, if the link has `referrerpath`; null: none.
             * @example news.example.com/today
             */
            path: string | null;
            /**
             * @description Id of the QR code; null: it was none.
             * @example 42
             */
            qr: number | null;
            /**
             * @description Why it is of this class, as a stable word.
             * @example agent_other
             */
            reason: string;
            /**
             * @description Referring host; null: none.
             * @example news.example.com
             */
            referrer: string | null;
            /**
             * @description The rule that chose the destination; null: none, so that it was the URL of the link.
             * @example country
             */
            rule: string | null;
            /**
             * @description Parameter `wm_source`, which is not passed on; null: none.
             * @example flyer
             */
            source: string | null;
            /**
             * @description The target of a split that was chosen; null: none.
             * @example https://example.com/b
             */
            target: string | null;
            /**
             * @description Whether it is the first visit of this visitor on that day; false: a repeated one.
             * @example true
             */
            unique: boolean;
            /**
             * @description Parameter `utm_campaign`; null: none.
             * @example autumn
             */
            utm_campaign: string | null;
            /**
             * @description Parameter `utm_content`; null: none.
             * @example footer
             */
            utm_content: string | null;
            /**
             * @description Parameter `utm_medium`; null: none.
             * @example email
             */
            utm_medium: string | null;
            /**
             * @description Parameter `utm_source` of the visited URL; null: none.
             * @example newsletter
             */
            utm_source: string | null;
            /**
             * @description Parameter `utm_term`; null: none.
             * @example hiking boots
             */
            utm_term: string | null;
        };
        /** @description The result of the hypothetical visit, and the reasons. */
        Explanation: {
            /**
             * @description Result for the visitor: a redirect (or the page of the type of the link), the page of a link that has not started (`early`), the expired page, the 404 page (`hidden`) or the password page.
             * @example redirect
             * @enum {string}
             */
            action: "redirect" | "early" | "expired" | "hidden" | "password";
            /**
             * @description URL of an app that a page opens on a phone, with `destination` for those who do not have the app; null: none.
             * @example myapp://product/42
             */
            app: string | null;
            /**
             * @description Class in which the visit would be counted; statistics show only `visitor` unless `include` names others.
             * @example visitor
             * @enum {string}
             */
            class: "visitor" | "bot" | "preview" | "prefetch" | "head";
            /**
             * @description Destination of the visit.
             * @example https://example.com/de
             */
            destination: string | null;
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description A rule; the list is in the order of evaluation. `path` is only checked if a `path` was sent.
             * @example country
             * @enum {string}
             */
            rule: "path" | "private" | "start" | "expired" | "clicklimit" | "password" | "country" | "device" | "language" | "time" | "split" | "deeplink" | "default";
            /** @description The evaluated rules, in order, and why each matched or not. */
            steps: components["schemas"]["RuleStep"][];
        };
        /** @description The body of every failure. */
        Failure: {
            /**
             * @description Stable code for programs; docs/errors.md lists all with causes and cures.
             * @example not_found
             * @enum {string}
             */
            code: "invalid_request" | "alias_reserved" | "destination_blocked" | "may_not_scan" | "key_missing" | "key_unknown" | "key_revoked" | "key_expired" | "login_failed" | "bad_signature" | "read_only_key" | "admin_key_required" | "permission_required" | "ip_not_allowed" | "domain_not_allowed" | "key_exceeds_maker" | "key_outlives_maker" | "password_required" | "password_wrong" | "plan_limit" | "key_limit" | "webhook_limit" | "template_limit" | "account_suspended" | "registration_closed" | "link_quarantined" | "not_found" | "request_timeout" | "alias_taken" | "externalid_taken" | "slug_taken" | "domain_taken" | "key_replaced" | "webhook_busy" | "email_taken" | "username_taken" | "idempotency_in_progress" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "expectation_failed" | "idempotency_key_reused" | "rate_limited" | "headers_too_large" | "internal_error" | "database_away" | "database_full" | "database_read_only" | "busy" | "closing" | "certificate_away";
            /**
             * @description 1: failure.
             * @example 1
             * @enum {integer}
             */
            error: 1;
            /** @description Every invalid field; absent if the failure has another cause. */
            errors?: components["schemas"]["InvalidField"][];
            /**
             * @description What is wrong and what to do, for people.
             * @example Pixel not found.
             */
            message: string;
        };
        /** @description Another destination for a country. */
        GeoTarget: {
            /**
             * @description Destination of these visits.
             * @example https://example.com/de
             */
            link: string;
            /**
             * @description Country: ISO 3166-1 alpha-2 code, or English name.
             * @example DE
             */
            location: string;
        };
        /** @description An import and how far it is. */
        Import: {
            /**
             * @description What to do with a link whose alias is taken: skip it, replace the account’s own link, or give it another alias (`sale-2`).
             * @default skip
             * @example skip
             * @enum {string}
             */
            conflicts: "skip" | "replace" | "rename";
            /**
             * @description How many rows were created.
             * @example 3
             */
            created: number;
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Whether nothing is stored but the report.
             * @example false
             */
            dryrun: boolean;
            /**
             * @description How many rows were invalid.
             * @example 3
             */
            failed: number;
            /**
             * @description When it ended; null while it is not done. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            finished: string | null;
            /**
             * @description Id of the import, which is a job.
             * @example 42
             */
            id: number;
            /**
             * @description Why it waits or stopped, if it does.
             * @example The service asks to wait for 60 seconds.
             */
            message: string | null;
            /**
             * @description Number of processed rows.
             * @example 1200
             */
            progress: number;
            /**
             * @description How many rows were created with another alias.
             * @example 3
             */
            renamed: number;
            /**
             * @description How many rows were replaced.
             * @example 3
             */
            replaced: number;
            /**
             * @description How many rows were left out, because they were there.
             * @example 3
             */
            skipped: number;
            /**
             * @description What is imported.
             * @example csv
             * @enum {string}
             */
            source: "waymark" | "csv" | "bitly-csv" | "shortio-csv" | "dub-csv" | "shlink-csv" | "yourls-csv" | "yourls-sql" | "bitly" | "shortio" | "rebrandly" | "dub" | "shlink" | "kutt";
            /**
             * @description `reading`: the source is being read. `interrupted`: reading stopped, and needs the key again (`POST /api/import/{id}/resume`). `writing`: rows are being written; a restart of the service resumes this. `done`: the report is complete. `failed`: writing was given up after many attempts; rows without an outcome are not written.
             * @example done
             * @enum {string}
             */
            status: "reading" | "interrupted" | "writing" | "done" | "failed";
            /**
             * @description How many rows were read so far.
             * @example 1200
             */
            total: number;
        };
        /** @description The import. */
        ImportReply: {
            details: components["schemas"]["Import"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description The key of the other service, to resume an interrupted import. */
        ImportResume: {
            /**
             * @description Key of the API of the other service. It is kept in memory while its links are read, and never stored.
             * @example abc123
             */
            key: string;
        };
        /** @description An invalid field. */
        InvalidField: {
            /**
             * @description Only in bulk requests: the code of this fault, or of the failure of the item if it is not of a field.
             * @example invalid_request
             */
            code?: string;
            /**
             * @description What is wrong with this field.
             * @example is required
             */
            message: string;
            /**
             * @description JSON pointer into the body, or `query/<name>`, `path/<name>`, `header/<name>`.
             * @example /name
             */
            path: string;
        };
        /** @description A background job started by a request. Its effect is already visible. */
        Job: {
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Why it failed; null: it has not.
             * @example The export was cut off.
             */
            error: string | null;
            /**
             * @description Failed steps since the last successful one. A failed step is repeated after a pause.
             * @example 0
             */
            failures: number;
            /**
             * @description When it ended; null: not finished. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            finished: string | null;
            /**
             * @description Id of the job.
             * @example 42
             */
            id: number;
            /**
             * @description What it does: detaches the addresses of a deleted domain, takes the links out of a deleted campaign, channel, overlay, pixel or splash page, serves the addresses again of a domain that was added again, streams an export, or imports what a file or another service has (`GET /api/import/{id}`).
             * @example delete_domain
             * @enum {string}
             */
            kind: "delete_domain" | "delete_campaign" | "delete_channel" | "delete_overlay" | "delete_pixel" | "delete_splash" | "attach_addresses" | "export" | "import";
            /**
             * @description Links, pages or records processed so far.
             * @example 128
             */
            progress: number;
            /**
             * @description State of the job. `failed`: its steps failed in 20 attempts in a row, and `POST /api/job/{id}/retry` resumes it; or an export was interrupted; or the reading of an import was, and `GET /api/import/{id}` says how to go on (it runs again when it is resumed, and `finished` is null until it ends).
             * @example done
             * @enum {string}
             */
            status: "running" | "done" | "failed";
            /**
             * @description How many there are in all; null: not known.
             * @example 128
             */
            total: number | null;
        };
        /** @description A page of jobs. */
        JobList: {
            data: components["schemas"]["JobPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the jobs, and the total. */
        JobPage: {
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /** @description The records of this page, in order. */
            jobs: components["schemas"]["Job"][];
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description An active API key. The key itself is shown only when it is created. */
        Key: {
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            created: string;
            /**
             * @description The domains, by host, that the key is restricted to: it can create, list, read, change and delete only links on them, explain them, draw their QR codes, get their signed addresses, and read their visits, but not add them to campaigns or take them out. Everything else but `GET` and `POST /api/account` is 403. Links without a domain are on the service's own host. null: not restricted.
             * @example [
             *       "go.example.com"
             *     ]
             */
            domains: string[] | null;
            /**
             * @description Expiry; null: never. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2030-01-01 00:00:00
             */
            expires: string | null;
            /**
             * @description Id of the key.
             * @example 42
             */
            id: number;
            /**
             * @description The addresses from which the key may be used: IPv4 or IPv6, also networks in CIDR notation; from others it is 403. They are stored in their shortest form. null: from everywhere.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::1"
             *     ]
             */
            ips: string[] | null;
            /**
             * @description Time of the last use, to the minute; null: never used. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            lastused: string | null;
            /**
             * @description Type of `error` in list responses for this key: `string` is `"0"`, `integer` is `0`, which older clients expect; such lists do not match this document. null: the setting of the server.
             * @example string
             */
            listerror: ("string" | "integer") | null;
            /**
             * @description Name of the key, such as its purpose.
             * @example CI
             */
            name: string;
            /** @description What the key may do, by resource, within its `scope`. null: everything. */
            permissions: components["schemas"]["KeyPermissions"] | null;
            /**
             * @description First characters of the key, by which keys can be distinguished.
             * @example wm_Zx81Kq
             */
            prefix: string;
            /**
             * @description `read`: only requests that change nothing; `write`: everything except changes to the account, its API keys and its webhooks; `admin`: everything.
             * @example write
             * @enum {string}
             */
            scope: "read" | "write" | "admin";
        };
        /** @description Changes to an API key; fields that are not sent keep their value. */
        KeyChange: {
            /**
             * @description The domains, by host, that the key is restricted to: it can create, list, read, change and delete only links on them, explain them, draw their QR codes, get their signed addresses, and read their visits, but not add them to campaigns or take them out. Everything else but `GET` and `POST /api/account` is 403. Links without a domain are on the service's own host. null: not restricted.
             * @example [
             *       "go.example.com"
             *     ]
             */
            domains?: string[] | null;
            /**
             * @description The addresses from which the key may be used: IPv4 or IPv6, also networks in CIDR notation; from others it is 403. They are stored in their shortest form. null: from everywhere. A key cannot exclude the address that it changes itself from.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::1"
             *     ]
             */
            ips?: string[] | null;
            /**
             * @description Type of `error` in list responses for this key: `string` is `"0"`, `integer` is `0`, which older clients expect; such lists do not match this document. null: the setting of the server.
             * @example string
             */
            listerror?: ("string" | "integer") | null;
            /**
             * @description New name.
             * @example CI
             */
            name?: string | null;
            /** @description What the key may do, by resource, within its `scope`. null: everything. */
            permissions?: components["schemas"]["KeyPermissions"] | null;
        };
        /** @description The key was created. `apikey` is missing if the answer is replayed (`Idempotent-Replayed`). */
        KeyCreated: {
            /**
             * @description The API key. It is shown only once: only its hash is stored.
             * @example wm_4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw
             */
            apikey?: string;
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the new key.
             * @example 42
             */
            id: number;
        };
        /** @description A page of API keys. */
        KeyList: {
            data: components["schemas"]["KeyPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the API keys, and the total. */
        KeyPage: {
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /** @description The records of this page, in order. */
            keys: components["schemas"]["Key"][];
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /**
         * @description What a key may do, by resource, within its `scope`: `read`: only read; `create`: only create, and neither read, change nor delete anything; `write`: everything. Nothing with resources that are not named. `moving` (`read`: export, `write`: import), `events` and `webhooks` show things of every kind.
         * @example {
         *       "links": "create",
         *       "statistics": "read"
         *     }
         */
        KeyPermissions: {
            /**
             * @description What the key may do with the operations of "Account".
             * @example write
             * @enum {string}
             */
            account?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Bio pages".
             * @example write
             * @enum {string}
             */
            bios?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Campaigns".
             * @example write
             * @enum {string}
             */
            campaigns?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Channels".
             * @example write
             * @enum {string}
             */
            channels?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Branded domains".
             * @example write
             * @enum {string}
             */
            domains?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Events".
             * @example write
             * @enum {string}
             */
            events?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Jobs".
             * @example write
             * @enum {string}
             */
            jobs?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "API keys".
             * @example write
             * @enum {string}
             */
            keys?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Links".
             * @example write
             * @enum {string}
             */
            links?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Moving".
             * @example write
             * @enum {string}
             */
            moving?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "CTA overlays".
             * @example write
             * @enum {string}
             */
            overlays?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Pixels".
             * @example write
             * @enum {string}
             */
            pixels?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "QR codes".
             * @example write
             * @enum {string}
             */
            qr?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Splash pages".
             * @example write
             * @enum {string}
             */
            splash?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Statistics".
             * @example write
             * @enum {string}
             */
            statistics?: "read" | "create" | "write";
            /**
             * @description What the key may do with the operations of "Webhooks".
             * @example write
             * @enum {string}
             */
            webhooks?: "read" | "create" | "write";
        };
        /** @description Options of the rotation of an API key. */
        KeyRotation: {
            /**
             * @description Seconds for which the old key keeps working. Default 0.
             * @example 3600
             */
            overlap?: number | null;
        };
        /** @description Another destination for a language. */
        LanguageTarget: {
            /**
             * @description Language: a tag like `de` or `pt-BR`, or an English name.
             * @example de
             */
            language: string;
            /**
             * @description Destination of these visits.
             * @example https://example.com/de
             */
            link: string;
        };
        /** @description The account reached a limit of its plan. */
        LimitEvent: {
            actor: components["schemas"]["EventActor"];
            data: components["schemas"]["LimitEventData"];
            /**
             * @description Time of the event. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the event.
             * @example evt_42
             */
            id: string;
            /**
             * @description What happened.
             * @example limit.reached
             * @enum {string}
             */
            type: "limit.reached";
        };
        /** @description The account reached a limit of its plan. The values are those right after the event. */
        LimitEventData: {
            /**
             * @description What is limited.
             * @example links
             * @enum {string}
             */
            limit: "links" | "qrcodes" | "domains";
            /**
             * @description How many the plan allows.
             * @example 100
             */
            max: number;
        };
        /** @description A short link. */
        Link: {
            /**
             * @description Alias: the path of the short URL.
             * @example summer-sale
             */
            alias: string;
            /**
             * @description false if the domain of the link was deleted: the link is not served until it gets another domain. `shorturl` shows the previous URL.
             * @example true
             */
            attached: boolean;
            /**
             * @description Id of the campaign that the link is in.
             * @example 42
             */
            campaign: number | null;
            /**
             * @description Id of the channel that the link was assigned to last.
             * @example 42
             */
            channel: number | null;
            /**
             * @description Number of visits.
             * @example 128
             */
            clicks: number;
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Note for the owner; not shown to visitors.
             * @example Autumn mailing
             */
            description: string | null;
            /**
             * @description Branded domain of the link; null: the service's own host, or none.
             * @example https://go.example.com
             */
            domain: string | null;
            /**
             * @description Id of the link in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid: string | null;
            /**
             * @description Id of the link.
             * @example 42
             */
            id: number;
            /**
             * @description Destination of the link.
             * @example https://example.com/page
             */
            longurl: string;
            /**
             * Format: uri
             * @description Short URL of the link, on its domain.
             * @example https://go.example.com/summer-sale
             */
            shorturl: string;
            /**
             * @description Title of the link: its `metatitle`.
             * @example Summer sale
             */
            title: string | null;
            /**
             * @description Unique visitors, each counted once per day.
             * @example 128
             */
            uniqueclicks: number;
        };
        /** @description Signed URLs for the owner of a link. */
        LinkAccess: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Expiry of both URLs. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2028-01-01 00:00:00
             */
            expires: string;
            /**
             * Format: uri
             * @description URL that opens the link even if it is private or has a password.
             * @example https://go.example.com/summer-sale?access=1830297600.4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw
             */
            link: string;
            /**
             * Format: uri
             * @description URL of the statistics page.
             * @example https://go.example.com/summer-sale+?access=1830297600.4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw
             */
            stats: string;
        };
        /** @description Changes to a link; fields that are not sent keep their value. A list replaces the stored one; `[]` empties it. */
        LinkChange: {
            /**
             * @description Further aliases on the same domain that lead to this link; their visits count for it.
             * @example [
             *       "spring-sale"
             *     ]
             */
            aliases?: string[] | null;
            /**
             * @description Id of the campaign to assign the link to. `null` clears it.
             * @example 42
             */
            campaign?: number | null;
            /**
             * @description Id of the channel to assign the link to; null removes it from all channels.
             * @example 42
             */
            channel?: number | null;
            /**
             * @description Number of clicks after which the link stops working. `null` clears it.
             * @example 1000
             */
            clicklimit?: number | null;
            /**
             * @description New alias; the previous one stops working, unless `keepalias` is true. Up to 255 letters and digits of any script, `-`, `_`, `.`, `~` and emoji, in segments separated by `/`.
             * @example summer-sale
             */
            custom?: string | null;
            /** @description App destinations of phones. `null` clears it. */
            deeplink?: components["schemas"]["DeepLink"] | null;
            /**
             * @description Note for the owner; not shown to visitors. `null` clears it.
             * @example Autumn mailing
             */
            description?: string | null;
            /** @description Other destinations by device, operating system or browser. */
            devicetarget?: components["schemas"]["DeviceTarget"][] | null;
            /**
             * @description Branded domain of the account, with or without the scheme, or the service's own host, which is the default.
             * @example https://go.example.com
             */
            domain?: string | null;
            /**
             * @description Destination after the expiry or the last click. Default: a page that says so. `null` clears it.
             * @example https://example.com/over
             */
            expirationredirect?: string | null;
            /**
             * @description Expiry of the link; must be in the future. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. `null` clears it.
             * @example 2030-01-01 00:00:00
             */
            expiry?: string | null;
            /**
             * @description Id of the link in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id. `null` clears it.
             * @example sku-4711
             */
            externalid?: string | null;
            /**
             * @description Whether the query string of the visit is added to the destination.
             * @example true
             */
            forward?: boolean | null;
            /** @description Other destinations by country. */
            geotarget?: components["schemas"]["GeoTarget"][] | null;
            /**
             * @description true: when `custom` changes the alias, the previous one is kept in `aliases`.
             * @example true
             */
            keepalias?: boolean | null;
            /** @description Other destinations by language. A target with the URL of the link itself says which language that one has. */
            languagetarget?: components["schemas"]["LanguageTarget"][] | null;
            /**
             * @description Text of the preview. `null` clears it.
             * @example Everything must go
             */
            metadescription?: string | null;
            /**
             * @description Picture of the preview. It is fetched once; visitors get the stored copy. `null` clears it.
             * @example https://example.com/sale.png
             */
            metaimage?: string | null;
            /**
             * @description Title of the link, and of its preview in messengers and social networks. `null` clears it.
             * @example Summer sale
             */
            metatitle?: string | null;
            /**
             * @description Query parameters `{name, value}` appended to the destination; malformed items are ignored.
             * @example [
             *       {
             *         "name": "aff",
             *         "value": "3"
             *       }
             *     ]
             */
            parameters?: components["schemas"]["Parameter"][] | null;
            /**
             * @description Password that visitors are asked for. `null` clears it.
             * @example open sesame
             */
            password?: string | null;
            /**
             * @description Whether what follows the alias in a path is added to the destination, with its query: `<short URL>/more?a=b`.
             * @example true
             */
            pathforward?: boolean | null;
            /**
             * @description Ids of the pixels that fire on a visit.
             * @example [
             *       42
             *     ]
             */
            pixels?: number[] | null;
            /**
             * @description Whether the statistics page, `<short URL>+`, is public.
             * @example false
             */
            publicstats?: boolean | null;
            /**
             * @description Status of the redirect; 302 unless it is set. With 307 and 308 POST requests are redirected too. See docs/api.md for how long 301 and 308 may be cached.
             * @example 302
             */
            redirectstatus?: (301 | 302 | 307 | 308) | null;
            /**
             * @description Whether visits keep the path of the page that they came from, besides its host.
             * @example false
             */
            referrerpath?: boolean | null;
            /** @description Destinations that share the visits by weight. */
            splittarget?: components["schemas"]["SplitTarget"][] | null;
            /**
             * @description Time from which the link works; before the expiry. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. `null` clears it.
             * @example 2029-12-01 00:00:00
             */
            start?: string | null;
            /**
             * @description Destination before `start`. Default: a page that says the link is not active yet. `null` clears it.
             * @example https://example.com/soon
             */
            startredirect?: string | null;
            /**
             * @description `private`: visitors get the 404 page; only the owner can open the link.
             * @example public
             */
            status?: ("public" | "private") | null;
            /** @description Other destinations by day of the week and time of day. */
            timetarget?: components["schemas"]["TimeTarget"][] | null;
            /**
             * @description How the destination is shown: `direct` (a redirect), `frame`, `splash`, the id of a splash page, or `overlay-<id>`.
             * @example direct
             */
            type?: (string | number) | null;
            /**
             * @description Destination of the link.
             * @example https://example.com/page
             */
            url?: string | null;
            /**
             * @description Whether the destination `url` is checked regularly. `health` shows the result; the events `link.broken` and `link.recovered` report changes.
             * @example true
             */
            watch?: boolean | null;
        };
        /** @description The link was created or, with `reuse`, found. */
        LinkCreated: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the link.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description Short URL of the link, on its domain.
             * @example http://localhost:3000/Zx81KqP
             */
            shorturl: string;
            /** @description Pictures that could not be stored; absent if there are none. They are not shown; storing is tried again when the page is visited. */
            warnings?: components["schemas"]["PictureWarning"][];
        };
        /** @description A short link with all writable fields. */
        LinkDetails: {
            /**
             * @description Alias: the path of the short URL.
             * @example summer-sale
             */
            alias: string;
            /**
             * @description Further aliases on the same domain that lead to this link.
             * @example [
             *       "spring-sale"
             *     ]
             */
            aliases: string[];
            /**
             * @description false if the domain of the link was deleted: the link is not served until it gets another domain. `shorturl` shows the previous URL.
             * @example true
             */
            attached: boolean;
            /**
             * @description Id of the campaign that the link is in.
             * @example 42
             */
            campaign: number | null;
            /**
             * @description Id of the channel that the link was assigned to last.
             * @example 42
             */
            channel: number | null;
            /**
             * @description Number of clicks after which the link stops working.
             * @example 1000
             */
            clicklimit: number | null;
            /**
             * @description Number of visits.
             * @example 128
             */
            clicks: number;
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /** @description App destinations of phones. */
            deeplink: components["schemas"]["DeepLink"] | null;
            /**
             * @description Note for the owner; not shown to visitors.
             * @example Autumn mailing
             */
            description: string | null;
            /** @description Other destinations by device, operating system or browser. */
            devicetarget: components["schemas"]["DeviceTarget"][];
            /**
             * @description Branded domain of the link; null: the service's own host, or none.
             * @example https://go.example.com
             */
            domain: string | null;
            /**
             * @description Destination after the expiry or the last click. Default: a page that says so.
             * @example https://example.com/over
             */
            expirationredirect: string | null;
            /**
             * @description Expiry of the link. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2030-01-01 00:00:00
             */
            expiry: string | null;
            /**
             * @description Id of the link in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid: string | null;
            /**
             * @description Whether the query string of the visit is added to the destination.
             * @example true
             */
            forward: boolean;
            /** @description Other destinations by country. */
            geotarget: components["schemas"]["GeoTarget"][];
            /**
             * @description Whether visitors are asked for a password.
             * @example false
             */
            haspassword: boolean;
            health: components["schemas"]["LinkHealth"] | null;
            /**
             * @description Id of the link.
             * @example 42
             */
            id: number;
            /** @description Other destinations by language. A target with the URL of the link itself says which language that one has. */
            languagetarget: components["schemas"]["LanguageTarget"][];
            /**
             * @description Destination of the link.
             * @example https://example.com/page
             */
            longurl: string;
            /**
             * @description Text of the preview.
             * @example Everything must go
             */
            metadescription: string | null;
            /**
             * @description Picture of the preview. It is fetched once; visitors get the stored copy.
             * @example https://example.com/sale.png
             */
            metaimage: string | null;
            /**
             * @description Title of the link, and of its preview in messengers and social networks.
             * @example Summer sale
             */
            metatitle: string | null;
            /** @description Query parameters appended to the destination. */
            parameters: components["schemas"]["Parameter"][];
            /**
             * @description Whether what follows the alias in a path is added to the destination, with its query: `<short URL>/more?a=b`.
             * @example true
             */
            pathforward: boolean;
            /**
             * @description Ids of the pixels that fire on a visit.
             * @example [
             *       42
             *     ]
             */
            pixels: number[];
            /**
             * @description Whether the statistics page, `<short URL>+`, is public.
             * @example false
             */
            publicstats: boolean;
            quarantine: components["schemas"]["LinkQuarantine"] | null;
            /**
             * @description Status of the redirect; 302 unless it is set. With 307 and 308 POST requests are redirected too. See docs/api.md for how long 301 and 308 may be cached.
             * @example 302
             * @enum {integer}
             */
            redirectstatus: 301 | 302 | 307 | 308;
            /**
             * @description Whether visits keep the path of the page that they came from, besides its host.
             * @example false
             */
            referrerpath: boolean;
            /**
             * Format: uri
             * @description Short URL of the link, on its domain.
             * @example https://go.example.com/summer-sale
             */
            shorturl: string;
            /** @description Destinations that share the visits by weight. */
            splittarget: components["schemas"]["SplitTarget"][];
            /**
             * @description Time from which the link works. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2029-12-01 00:00:00
             */
            start: string | null;
            /**
             * @description Destination before `start`. Default: a page that says the link is not active yet.
             * @example https://example.com/soon
             */
            startredirect: string | null;
            /**
             * @description `private`: visitors get the 404 page; only the owner can open the link.
             * @example public
             * @enum {string}
             */
            status: "public" | "private";
            /** @description Other destinations by day of the week and time of day. */
            timetarget: components["schemas"]["TimeTarget"][];
            /**
             * @description Title of the link: its `metatitle`.
             * @example Summer sale
             */
            title: string | null;
            /**
             * @description Type of the link, as in requests.
             * @example direct
             */
            type: string;
            /**
             * @description Unique visitors, each counted once per day.
             * @example 128
             */
            uniqueclicks: number;
            /**
             * @description Whether the destination `url` is checked regularly. `health` shows the result; the events `link.broken` and `link.recovered` report changes.
             * @example true
             */
            watch: boolean;
        };
        /** @description Result for a link to create or change: `id` and `shorturl`, or why it failed. A dry run has neither for a link to create. */
        LinkDone: {
            /**
             * @description Only if the item failed: the code of the failure, as of a request for this item alone.
             * @example alias_taken
             */
            code?: string;
            /** @description Only if the item failed: what is wrong with it; every `path` names the item. */
            errors?: components["schemas"]["InvalidField"][];
            /**
             * @description Id of the link.
             * @example 42
             */
            id?: number;
            /**
             * @description Position of the item in the request, from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Only if the item failed: what is wrong and what to do, for people.
             * @example This alias is taken on this domain; choose another one.
             */
            message?: string;
            /**
             * Format: uri
             * @description Short URL of the link, on its domain.
             * @example https://go.example.com/summer-sale
             */
            shorturl?: string;
        };
        /** @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. */
        LinkEvent: {
            actor: components["schemas"]["EventActor"];
            data: components["schemas"]["LinkEventData"];
            /**
             * @description Time of the event. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the event.
             * @example evt_42
             */
            id: string;
            /**
             * @description What happened.
             * @example link.created
             * @enum {string}
             */
            type: "link.created" | "link.updated" | "link.deleted" | "link.expired" | "link.milestone" | "link.broken" | "link.recovered" | "link.quarantined" | "link.released";
        };
        /** @description A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it. The values are those right after the event. */
        LinkEventData: {
            /**
             * @description Id of the campaign that the link is in.
             * @example 42
             */
            campaign: number | null;
            /**
             * @description Only of `link.quarantined`: why, as the operator wrote it.
             * @example reported as phishing
             */
            cause?: string | null;
            /**
             * @description Only of updates: the names of the fields that have another value now.
             * @example [
             *       "name"
             *     ]
             */
            changed?: string[];
            /**
             * @description Id of the link in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid: string | null;
            /**
             * @description Only of `link.broken` and `link.recovered`: why there was no response.
             * @example The URL could not be fetched.
             */
            fault?: string | null;
            /**
             * @description Id of the link.
             * @example 42
             */
            id: number;
            /**
             * @description Destination of the link.
             * @example https://example.com/page
             */
            longurl: string;
            /**
             * @description Only of `link.expired`: whether its `expiry` is over or its `clicklimit` used up. Missing in events of older releases: `expiry`.
             * @example expiry
             * @enum {string}
             */
            reason?: "expiry" | "clicklimit";
            /**
             * Format: uri
             * @description Short URL of the link.
             * @example https://go.example.com/summer-sale
             */
            shorturl: string;
            /**
             * @description Only of `link.broken` and `link.recovered`: HTTP status of the destination; null: no response.
             * @example 404
             */
            status?: number | null;
            /**
             * @description Title of the link: its `metatitle`.
             * @example Summer sale
             */
            title: string | null;
            /**
             * @description Only of `link.milestone`: the number of visits that it has reached.
             * @example 1000
             */
            visits?: number;
        };
        /** @description Whether the destination of a link answers. */
        LinkHealth: {
            /**
             * @description Whether the last checks failed: two in a row with 404 or 410, three with a status of 500 or more or without a response.
             * @example false
             */
            broken: boolean;
            /**
             * @description Time of the last check; null: there was none since `watch` or `url` changed. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            checked: string | null;
            /**
             * @description Why the last check got no response.
             * @example The server took too long to answer.
             */
            fault: string | null;
            /**
             * @description Since when it is broken; null: it is not. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            since: string | null;
            /**
             * @description HTTP status of the last check; null: none.
             * @example 200
             */
            status: number | null;
        };
        /** @description Links to delete. */
        LinkIds: {
            /**
             * @description true, the default: if any item fails, nothing is done and the whole request fails. false: each item succeeds or fails by itself.
             * @example true
             */
            atomic?: boolean | null;
            /**
             * @description true: the request is checked completely and answered as if it were done, but nothing is changed.
             * @example false
             */
            dryRun?: boolean | null;
            /** @description The ids, 1 to 1,000. */
            ids: (number | string)[];
        };
        /** @description A page of links. */
        LinkList: {
            data: components["schemas"]["LinkPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the links, and the total. */
        LinkPage: {
            /**
             * @description True: a search found more than `result`, which counts up to 10,000 or the next page. Else not sent.
             * @example true
             */
            atleast?: boolean;
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
            /** @description The records of this page, in order. */
            urls: components["schemas"]["Link"][];
        };
        /** @description The operator has quarantined the link, which can be neither changed nor deleted meanwhile; null: not. */
        LinkQuarantine: {
            /**
             * @description Why, as the operator wrote it.
             * @example reported as phishing
             */
            reason: string | null;
            /**
             * @description Since when visitors get a page that says that the link is blocked. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            since: string;
            /**
             * @description When it ends; null: when the operator lifts it. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2030-01-31 00:00:00
             */
            until: string | null;
        };
        /** @description Result for a link to delete: its `id`, or why it failed. */
        LinkRemoved: {
            /**
             * @description Only if the item failed: the code of the failure, as of a request for this item alone.
             * @example alias_taken
             */
            code?: string;
            /** @description Only if the item failed: what is wrong with it; every `path` names the item. */
            errors?: components["schemas"]["InvalidField"][];
            /**
             * @description Id of the link.
             * @example 42
             */
            id?: number;
            /**
             * @description Position of the item in the request, from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Only if the item failed: what is wrong and what to do, for people.
             * @example This alias is taken on this domain; choose another one.
             */
            message?: string;
        };
        /** @description The link and its statistics. */
        LinkReply: {
            data: components["schemas"]["Statistics"];
            details: components["schemas"]["LinkDetails"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description The result of each item. */
        LinksDone: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Number of items that failed; always 0 if the request is atomic.
             * @example 0
             */
            failed: number;
            /** @description Result of each item, in the order of the request. */
            results: components["schemas"]["LinkDone"][];
            /** @description Pictures that could not be stored; absent if there are none. They are not shown; storing is tried again when the page is visited. */
            warnings?: components["schemas"]["PictureWarning"][];
        };
        /** @description The result of each item. */
        LinksRemoved: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Number of items that failed; always 0 if the request is atomic.
             * @example 0
             */
            failed: number;
            /** @description Result of each item, in the order of the request. */
            results: components["schemas"]["LinkRemoved"][];
        };
        /** @description Changes to one of several links, which `id` names or, without it, `externalid`. Fields that are not sent keep their value. */
        LinkUpdate: {
            /**
             * @description Further aliases on the same domain that lead to this link; their visits count for it.
             * @example [
             *       "spring-sale"
             *     ]
             */
            aliases?: string[] | null;
            /**
             * @description Id of the campaign to assign the link to. `null` clears it.
             * @example 42
             */
            campaign?: number | null;
            /**
             * @description Id of the channel to assign the link to; null removes it from all channels.
             * @example 42
             */
            channel?: number | null;
            /**
             * @description Number of clicks after which the link stops working. `null` clears it.
             * @example 1000
             */
            clicklimit?: number | null;
            /**
             * @description New alias; the previous one stops working, unless `keepalias` is true. Up to 255 letters and digits of any script, `-`, `_`, `.`, `~` and emoji, in segments separated by `/`.
             * @example summer-sale
             */
            custom?: string | null;
            /** @description App destinations of phones. `null` clears it. */
            deeplink?: components["schemas"]["DeepLink"] | null;
            /**
             * @description Note for the owner; not shown to visitors. `null` clears it.
             * @example Autumn mailing
             */
            description?: string | null;
            /** @description Other destinations by device, operating system or browser. */
            devicetarget?: components["schemas"]["DeviceTarget"][] | null;
            /**
             * @description Branded domain of the account, with or without the scheme, or the service's own host, which is the default.
             * @example https://go.example.com
             */
            domain?: string | null;
            /**
             * @description Destination after the expiry or the last click. Default: a page that says so. `null` clears it.
             * @example https://example.com/over
             */
            expirationredirect?: string | null;
            /**
             * @description Expiry of the link; must be in the future. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. `null` clears it.
             * @example 2030-01-01 00:00:00
             */
            expiry?: string | null;
            /**
             * @description Id of the link in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id. `null` clears it.
             * @example sku-4711
             */
            externalid?: string | null;
            /**
             * @description Whether the query string of the visit is added to the destination.
             * @example true
             */
            forward?: boolean | null;
            /** @description Other destinations by country. */
            geotarget?: components["schemas"]["GeoTarget"][] | null;
            /**
             * @description Id of the link, or `ext_` and its `externalid`.
             * @example 42
             */
            id?: number | string | null;
            /**
             * @description true: when `custom` changes the alias, the previous one is kept in `aliases`.
             * @example true
             */
            keepalias?: boolean | null;
            /** @description Other destinations by language. A target with the URL of the link itself says which language that one has. */
            languagetarget?: components["schemas"]["LanguageTarget"][] | null;
            /**
             * @description Text of the preview. `null` clears it.
             * @example Everything must go
             */
            metadescription?: string | null;
            /**
             * @description Picture of the preview. It is fetched once; visitors get the stored copy. `null` clears it.
             * @example https://example.com/sale.png
             */
            metaimage?: string | null;
            /**
             * @description Title of the link, and of its preview in messengers and social networks. `null` clears it.
             * @example Summer sale
             */
            metatitle?: string | null;
            /**
             * @description Query parameters `{name, value}` appended to the destination; malformed items are ignored.
             * @example [
             *       {
             *         "name": "aff",
             *         "value": "3"
             *       }
             *     ]
             */
            parameters?: components["schemas"]["Parameter"][] | null;
            /**
             * @description Password that visitors are asked for. `null` clears it.
             * @example open sesame
             */
            password?: string | null;
            /**
             * @description Whether what follows the alias in a path is added to the destination, with its query: `<short URL>/more?a=b`.
             * @example true
             */
            pathforward?: boolean | null;
            /**
             * @description Ids of the pixels that fire on a visit.
             * @example [
             *       42
             *     ]
             */
            pixels?: number[] | null;
            /**
             * @description Whether the statistics page, `<short URL>+`, is public.
             * @example false
             */
            publicstats?: boolean | null;
            /**
             * @description Status of the redirect; 302 unless it is set. With 307 and 308 POST requests are redirected too. See docs/api.md for how long 301 and 308 may be cached.
             * @example 302
             */
            redirectstatus?: (301 | 302 | 307 | 308) | null;
            /**
             * @description Whether visits keep the path of the page that they came from, besides its host.
             * @example false
             */
            referrerpath?: boolean | null;
            /** @description Destinations that share the visits by weight. */
            splittarget?: components["schemas"]["SplitTarget"][] | null;
            /**
             * @description Time from which the link works; before the expiry. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. `null` clears it.
             * @example 2029-12-01 00:00:00
             */
            start?: string | null;
            /**
             * @description Destination before `start`. Default: a page that says the link is not active yet. `null` clears it.
             * @example https://example.com/soon
             */
            startredirect?: string | null;
            /**
             * @description `private`: visitors get the 404 page; only the owner can open the link.
             * @example public
             */
            status?: ("public" | "private") | null;
            /** @description Other destinations by day of the week and time of day. */
            timetarget?: components["schemas"]["TimeTarget"][] | null;
            /**
             * @description How the destination is shown: `direct` (a redirect), `frame`, `splash`, the id of a splash page, or `overlay-<id>`.
             * @example direct
             */
            type?: (string | number) | null;
            /**
             * @description Destination of the link.
             * @example https://example.com/page
             */
            url?: string | null;
            /**
             * @description Whether the destination `url` is checked regularly. `health` shows the result; the events `link.broken` and `link.recovered` report changes.
             * @example true
             */
            watch?: boolean | null;
        };
        /** @description The link was updated. */
        LinkUpdated: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the link.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description Short URL of the link, on its domain.
             * @example https://go.example.com/summer-sale
             */
            short: string;
            /**
             * Format: uri
             * @description Short URL of the link, on its domain.
             * @example https://go.example.com/summer-sale
             */
            shorturl: string;
            /** @description Pictures that could not be stored; absent if there are none. They are not shown; storing is tried again when the page is visited. */
            warnings?: components["schemas"]["PictureWarning"][];
        };
        /** @description Changes to links, at most one item a link. */
        LinkUpdates: {
            /**
             * @description true, the default: if any item fails, nothing is done and the whole request fails. false: each item succeeds or fails by itself.
             * @example true
             */
            atomic?: boolean | null;
            /**
             * @description true: the request is checked completely and answered as if it were done, but nothing is changed.
             * @example false
             */
            dryRun?: boolean | null;
            /** @description What to do, 1 to 1,000 items. */
            items: components["schemas"]["LinkUpdate"][];
        };
        /** @description Credentials of the account to create an API key for. */
        Login: {
            /**
             * @description E-mail address; required if `username` is not sent.
             * @example ada@example.com
             */
            email?: string | null;
            /**
             * @description Password of the account.
             * @example correct horse battery
             */
            password: string;
            /**
             * @description User name; required if `email` is not sent.
             * @example ada
             */
            username?: string | null;
        };
        /** @description An account to register. */
        NewAccount: {
            /**
             * Format: email
             * @description E-mail address; unique on the service. ASCII characters, with international domains in Punycode.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Password for logins; not one of the most common ones.
             * @example correct horse battery
             */
            password: string;
            /**
             * @description User name: letters, digits, `_` and `-`. Stored in lower case; it cannot be changed.
             * @example ada
             */
            username: string;
        };
        /** @description A bio page to create; it is published unless `published` is false. */
        NewBio: {
            /** @description Content of the page, from top to bottom. All its Markdown (texts, answers, `consent`, `thanks`) has at most 65,536 characters in all. */
            blocks?: components["schemas"]["BioBlock"][] | null;
            /** @description Colors in place of those of the theme; they replace all stored ones. null: those of the theme. */
            colors?: components["schemas"]["BioColors"] | null;
            /**
             * @description Alias. Default: a generated one. Up to 255 letters and digits of any script, `-`, `_`, `.`, `~` and emoji, in segments separated by `/`.
             * @example summer-sale
             */
            custom?: string | null;
            /**
             * @description Text below the heading.
             * @example Guide on the northern traverse.
             */
            description?: string | null;
            /**
             * @description One of the account’s branded domains.
             * @example https://go.example.com
             */
            domain?: string | null;
            /**
             * @description Id of the bio page in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid?: string | null;
            /**
             * @description Font of the page, from those that devices have: nothing is loaded. null: that of the theme.
             * @example serif
             */
            font?: ("sans" | "serif" | "mono" | "rounded" | "humanist" | "geometric" | "slab" | "handwritten") | null;
            /**
             * @description Portrait or logo at the top. An http or https URL of at most 2,048 characters, or a small PNG or JPEG as a data URI. It is fetched once; visitors get the stored copy.
             * @example https://example.com/picture.jpg
             */
            image?: string | null;
            /**
             * @description Language of the page, for `lang` and the direction of its text. Fixed words are in this language if the service has it, else in English. null: that of the visitor.
             * @example de
             */
            language?: string | null;
            /**
             * @description Name of the page for its owner; the heading if there is no title.
             * @example Ada
             */
            name: string;
            /**
             * @description Whether the statistics page, `<link>+`, is public; not that of a draft.
             * @example false
             */
            publicstats?: boolean | null;
            /**
             * @description false: a draft, visible only with its preview link and else answered with 404.
             * @example true
             */
            published?: boolean | null;
            /**
             * @description Theme of the page.
             * @example trail
             */
            theme?: ("plain" | "trail" | "harbour" | "orchard" | "dusk" | "slate") | null;
            /**
             * @description Heading of the page.
             * @example Ada Lovelace
             */
            title?: string | null;
        };
        /** @description A campaign to create; without `name` it gets a generated one. */
        NewCampaign: {
            /**
             * @description Campaign name.
             * @example Summer sale
             */
            name?: string | null;
            /**
             * @description Whether the list of links is public.
             * @example true
             */
            public?: boolean | null;
            /**
             * @description Rotator slug: `/r/<slug>` redirects to one of the links of the campaign. Unique on the service.
             * @example summer
             */
            slug?: string | null;
        };
        /** @description A channel to create. */
        NewChannel: {
            /**
             * @description Badge color, `#RRGGBB`; `#000000` if none is set.
             * @example #1D7A5F
             */
            color?: string | null;
            /**
             * @description Description of the channel.
             * @example Links of the weekly letter
             */
            description?: string | null;
            /**
             * @description Channel name.
             * @example Newsletter
             */
            name: string;
            /**
             * @description Whether the channel is starred.
             * @example true
             */
            starred?: boolean | null;
        };
        /** @description A branded domain to add. */
        NewDomain: {
            /** @description Android apps that open the links of the domain. */
            android?: components["schemas"]["AndroidApp"][] | null;
            /** @description Apps of iPhones, iPads and Macs that open the links of the domain. */
            apple?: components["schemas"]["AppleApp"][] | null;
            /** @description Colors of the pages of the domain; they replace all stored ones. null: those of the service. */
            brandcolors?: components["schemas"]["BioColors"] | null;
            /**
             * @description Logo shown on the pages of the domain in place of the name. It is fetched once; visitors get the stored copy.
             * @example https://example.com/logo.png
             */
            brandlogo?: string | null;
            /**
             * @description Name shown on the pages of the domain, such as those of expired links.
             * @example Alpine Club
             */
            brandname?: string | null;
            /**
             * @description Whether aliases on the domain are found in upper and lower case. Default: false.
             * @example false
             */
            caseinsensitive?: boolean | null;
            /**
             * @description Domain with `http://` or `https://`; only a slash may follow the host. Its DNS must already point at the service.
             * @example https://go.example.com
             */
            domain: string;
            /**
             * @description Language of the pages of the domain, such as those of expired links. Fixed words are in this language if the service has it, else in English. null: that of the visitor.
             * @example de
             */
            language?: string | null;
            /**
             * @description Destination of visits to unknown paths of the domain.
             * @example https://example.com/lost
             */
            redirect404?: string | null;
            /**
             * @description Destination of visits to the bare domain.
             * @example https://example.com
             */
            redirectroot?: string | null;
        };
        /** @description An API key to create. */
        NewKey: {
            /**
             * @description The domains, by host, that the key is restricted to: it can create, list, read, change and delete only links on them, explain them, draw their QR codes, get their signed addresses, and read their visits, but not add them to campaigns or take them out. Everything else but `GET` and `POST /api/account` is 403. Links without a domain are on the service's own host. Default: not restricted.
             * @example [
             *       "go.example.com"
             *     ]
             */
            domains?: string[] | null;
            /**
             * @description Expiry, not later than that of the key that the request is sent with, which is also the default. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            expires?: string | null;
            /**
             * @description The addresses from which the key may be used: IPv4 or IPv6, also networks in CIDR notation; from others it is 403. They are stored in their shortest form. Default: that of the key that the request is sent with, which it cannot exceed.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::1"
             *     ]
             */
            ips?: string[] | null;
            /**
             * @description Type of `error` in list responses for this key: `string` is `"0"`, `integer` is `0`, which older clients expect; such lists do not match this document. Default: the setting of the server.
             * @example string
             */
            listerror?: ("string" | "integer") | null;
            /**
             * @description Name of the key, such as its purpose.
             * @example CI
             */
            name?: string | null;
            /** @description What the key may do, by resource, within its `scope`. Default: that of the key that the request is sent with, which it cannot exceed. */
            permissions?: components["schemas"]["KeyPermissions"] | null;
            /**
             * @description `read`: only requests that change nothing; `write`: everything except changes to the account, its API keys and its webhooks; `admin`: everything. Default `write`.
             * @example write
             */
            scope?: ("read" | "write" | "admin") | null;
        };
        /** @description A link to create. The same URL twice creates two links, unless `reuse` is true. */
        NewLink: {
            /**
             * @description Further aliases on the same domain that lead to this link; their visits count for it.
             * @example [
             *       "spring-sale"
             *     ]
             */
            aliases?: string[] | null;
            /**
             * @description Id of the campaign to assign the link to.
             * @example 42
             */
            campaign?: number | null;
            /**
             * @description Id of the channel to assign the link to.
             * @example 42
             */
            channel?: number | null;
            /**
             * @description Number of clicks after which the link stops working.
             * @example 1000
             */
            clicklimit?: number | null;
            /**
             * @description Alias. Default: a generated one of 7 characters. Up to 255 letters and digits of any script, `-`, `_`, `.`, `~` and emoji, in segments separated by `/`.
             * @example summer-sale
             */
            custom?: string | null;
            /** @description App destinations of phones. */
            deeplink?: components["schemas"]["DeepLink"] | null;
            /**
             * @description Note for the owner; not shown to visitors.
             * @example Autumn mailing
             */
            description?: string | null;
            /** @description Other destinations by device, operating system or browser. */
            devicetarget?: components["schemas"]["DeviceTarget"][] | null;
            /**
             * @description Branded domain of the account, with or without the scheme, or the service's own host, which is the default.
             * @example https://go.example.com
             */
            domain?: string | null;
            /**
             * @description Destination after the expiry or the last click. Default: a page that says so.
             * @example https://example.com/over
             */
            expirationredirect?: string | null;
            /**
             * @description Expiry of the link; must be in the future. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01 00:00:00
             */
            expiry?: string | null;
            /**
             * @description Id of the link in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid?: string | null;
            /**
             * @description Whether the query string of the visit is added to the destination.
             * @example true
             */
            forward?: boolean | null;
            /** @description Other destinations by country. */
            geotarget?: components["schemas"]["GeoTarget"][] | null;
            /** @description Other destinations by language. A target with the URL of the link itself says which language that one has. */
            languagetarget?: components["schemas"]["LanguageTarget"][] | null;
            /**
             * @description Text of the preview.
             * @example Everything must go
             */
            metadescription?: string | null;
            /**
             * @description Picture of the preview. It is fetched once; visitors get the stored copy.
             * @example https://example.com/sale.png
             */
            metaimage?: string | null;
            /**
             * @description Title of the link, and of its preview in messengers and social networks.
             * @example Summer sale
             */
            metatitle?: string | null;
            /**
             * @description Query parameters `{name, value}` appended to the destination; malformed items are ignored.
             * @example [
             *       {
             *         "name": "aff",
             *         "value": "3"
             *       }
             *     ]
             */
            parameters?: components["schemas"]["Parameter"][] | null;
            /**
             * @description Password that visitors are asked for.
             * @example open sesame
             */
            password?: string | null;
            /**
             * @description Whether what follows the alias in a path is added to the destination, with its query: `<short URL>/more?a=b`.
             * @example true
             */
            pathforward?: boolean | null;
            /**
             * @description Ids of the pixels that fire on a visit.
             * @example [
             *       42
             *     ]
             */
            pixels?: number[] | null;
            /**
             * @description Whether the statistics page, `<short URL>+`, is public.
             * @example false
             */
            publicstats?: boolean | null;
            /**
             * @description Status of the redirect; 302 unless it is set. With 307 and 308 POST requests are redirected too. See docs/api.md for how long 301 and 308 may be cached.
             * @example 302
             */
            redirectstatus?: (301 | 302 | 307 | 308) | null;
            /**
             * @description Whether visits keep the path of the page that they came from, besides its host.
             * @example false
             */
            referrerpath?: boolean | null;
            /**
             * @description true: return the newest existing link to this URL that has all that the request asks for, if there is one; texts, `publicstats` and `watch` are not compared. A link that is private, starts later, expires, has a click limit, another type, targets, parameters or a deep link is only found by a request for the same; one with a password never. If another link has the `custom` or `externalid`, the answer is 409.
             * @example false
             */
            reuse?: boolean | null;
            /** @description Destinations that share the visits by weight. */
            splittarget?: components["schemas"]["SplitTarget"][] | null;
            /**
             * @description Time from which the link works; before the expiry. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2029-12-01 00:00:00
             */
            start?: string | null;
            /**
             * @description Destination before `start`. Default: a page that says the link is not active yet.
             * @example https://example.com/soon
             */
            startredirect?: string | null;
            /**
             * @description `private`: visitors get the 404 page; only the owner can open the link.
             * @example public
             */
            status?: ("public" | "private") | null;
            /** @description Other destinations by day of the week and time of day. */
            timetarget?: components["schemas"]["TimeTarget"][] | null;
            /**
             * @description How the destination is shown: `direct` (a redirect), `frame`, `splash`, the id of a splash page, or `overlay-<id>`.
             * @example direct
             */
            type?: (string | number) | null;
            /**
             * @description Destination of the link.
             * @example https://example.com/page
             */
            url: string;
            /**
             * @description Whether the destination `url` is checked regularly. `health` shows the result; the events `link.broken` and `link.recovered` report changes.
             * @example true
             */
            watch?: boolean | null;
        };
        /** @description Links to create. */
        NewLinks: {
            /**
             * @description true, the default: if any item fails, nothing is done and the whole request fails. false: each item succeeds or fails by itself.
             * @example true
             */
            atomic?: boolean | null;
            /**
             * @description true: the request is checked completely and answered as if it were done, but nothing is changed.
             * @example false
             */
            dryRun?: boolean | null;
            /** @description What to do, 1 to 1,000 items. */
            items: components["schemas"]["NewLink"][];
        };
        /** @description An overlay to create. The default of `position` is `bottom`. */
        NewOverlay: {
            /**
             * @description Label of the button.
             * @example See the rooms
             */
            button?: string | null;
            /** @description Colors of the overlay; they replace all stored ones. */
            colors?: components["schemas"]["OverlayColors"] | null;
            /**
             * @description Destination of the button: an http or https URL, an e-mail address of at most 254 characters (also as `mailto:`), or `tel:` and a number.
             * @example https://example.com/rooms
             */
            link?: string | null;
            /**
             * @description Name of the overlay; screen readers announce it.
             * @example Spring offer
             */
            name: string;
            /**
             * @description Position over the destination.
             * @example bottom
             */
            position?: ("top" | "bottom" | "left" | "right" | "center") | null;
            /**
             * @description Text of the call to action.
             * @example Two nights for the price of one until the end of May.
             */
            text?: string | null;
            /**
             * @description `message`: a text and a button. `contact`: the button is a way to get in touch.
             * @example message
             * @enum {string}
             */
            type: "message" | "contact";
        };
        /** @description A pixel to create. */
        NewPixel: {
            /**
             * @description Custom name.
             * @example Shop visitors
             */
            name: string;
            /**
             * @description Tag or code of the pixel.
             * @example 1234567890
             */
            tag: string;
            /**
             * @description Vendor of the pixel; set on creation only.
             * @example vendor01pixel
             * @enum {string}
             */
            type: "vendor01pixel" | "vendor02pixel" | "vendor03pixel" | "vendor04pixel" | "vendor05pixel" | "vendor06pixel" | "vendor07pixel" | "vendor08pixel" | "vendor09" | "vendor10" | "vendor11" | "vendor12" | "vendor13";
        };
        /** @description A QR code to create. */
        NewQr: {
            /**
             * @description Color of the light modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(255,255,255)
             */
            background?: string | null;
            data: components["schemas"]["QrContent"];
            /** @description How the code looks, besides its colors and logo. Every field is optional. */
            design?: components["schemas"]["QrDesign"] | null;
            /**
             * @description Branded domain of the account for the addresses of the code, with or without the scheme, or the service's own host, which is the default.
             * @example https://go.example.com
             */
            domain?: string | null;
            /**
             * @description Id of the QR code in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid?: string | null;
            /**
             * @description Color of the dark modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(20,40,90)
             */
            foreground?: string | null;
            /**
             * @description A PNG or JPEG picture for the middle of the code, at most 1 MiB and 4,096 pixels each way: a path in the server’s assets directory, an http or https URL (fetched once), or a data URI.
             * @example https://example.com/logo.png
             */
            logo?: string | null;
            /**
             * @description Name of the code. Default: taken from its content.
             * @example Menu
             */
            name?: string | null;
            /**
             * @description Whether the statistics page, the `scan` URL followed by `+`, is public.
             * @example false
             */
            publicstats?: boolean | null;
            /**
             * @description true: the picture encodes the content itself; scans are then not counted and the content cannot change after printing. Codes of the types text and wifi are always static, those of the type app never.
             * @example false
             */
            static?: boolean | null;
            /**
             * @description Id of a template of the account, from which colors, logo and design are copied that are not in the request.
             * @example 42
             */
            template?: number | null;
            /**
             * @description Type of the content.
             * @example link
             * @enum {string}
             */
            type: "text" | "vcard" | "link" | "email" | "phone" | "sms" | "wifi" | "event" | "geo" | "whatsapp" | "app";
        };
        /** @description QR codes to create. */
        NewQrs: {
            /**
             * @description true, the default: if any item fails, nothing is done and the whole request fails. false: each item succeeds or fails by itself.
             * @example true
             */
            atomic?: boolean | null;
            /**
             * @description true: the request is checked completely and answered as if it were done, but nothing is changed.
             * @example false
             */
            dryRun?: boolean | null;
            /** @description What to do, 1 to 1,000 items. */
            items: components["schemas"]["NewQr"][];
        };
        /** @description A template to create. */
        NewQrTemplate: {
            /**
             * @description Color of the light modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(255,255,255)
             */
            background?: string | null;
            /** @description How the code looks, besides its colors and logo. Every field is optional. */
            design?: components["schemas"]["QrDesign"] | null;
            /**
             * @description Color of the dark modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(20,40,90)
             */
            foreground?: string | null;
            /**
             * @description A PNG or JPEG picture for the middle of the code, at most 1 MiB and 4,096 pixels each way: a path in the server’s assets directory, an http or https URL (fetched once), or a data URI.
             * @example https://example.com/logo.png
             */
            logo?: string | null;
            /**
             * @description Name of the template.
             * @example Posters
             */
            name: string;
        };
        /** @description A splash page to create. The default of `counter` is 5. */
        NewSplash: {
            /**
             * @description Seconds until the visitor is redirected; 0: only by a click.
             * @example 5
             */
            counter?: number | null;
            /**
             * @description Picture shown at the top. It is fetched once; visitors get the stored copy.
             * @example https://example.com/hut.jpg
             */
            image?: string | null;
            /**
             * @description Language of the page, for `lang` and the direction of its text. Fixed words are in this language if the service has it, else in English. null: that of the visitor.
             * @example de
             */
            language?: string | null;
            /**
             * @description Link to more information.
             * @example https://example.com/hut
             */
            link?: string | null;
            /**
             * @description Name of the splash page for its owner.
             * @example Hut opening
             */
            name: string;
            /**
             * @description Text of the page.
             * @example We have new bunks and a stove.
             */
            text?: string | null;
            /**
             * @description Heading of the page.
             * @example Before you go: the hut opens in June
             */
            title?: string | null;
        };
        /** @description A webhook to create. */
        NewWebhook: {
            /**
             * @description What the webhook is for.
             * @example Warehouse
             */
            description?: string | null;
            /**
             * @description Whether events are sent; default true. Once it is enabled it begins with the events since its creation.
             * @example true
             */
            enabled?: boolean | null;
            /**
             * @description Types of events that are sent; none: all types, also those that are added later, except `visits.recorded`, which is sent only where it is named.
             * @example [
             *       "link.created",
             *       "link.deleted"
             *     ]
             */
            types?: ("link.created" | "link.updated" | "link.deleted" | "link.expired" | "link.milestone" | "link.broken" | "link.recovered" | "link.quarantined" | "link.released" | "qr.created" | "qr.updated" | "qr.deleted" | "bio.created" | "bio.updated" | "bio.deleted" | "bio.answered" | "campaign.created" | "campaign.updated" | "campaign.deleted" | "domain.created" | "domain.updated" | "domain.deleted" | "domain.verified" | "domain.lost" | "limit.reached" | "visits.recorded")[] | null;
            /**
             * @description URL that events are sent to with POST. Servers on private networks are never called.
             * @example https://example.com/hooks/waymark
             */
            url: string;
        };
        /** @description A call-to-action overlay. */
        Overlay: {
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the overlay.
             * @example 42
             */
            id: number;
            /**
             * @description Name of the overlay; screen readers announce it.
             * @example Spring offer
             */
            name: string;
            /**
             * @description `message`: a text and a button. `contact`: the button is a way to get in touch.
             * @example message
             * @enum {string}
             */
            type: "message" | "contact";
        };
        /** @description Changes to an overlay; null clears a text, button, link or the colors. */
        OverlayChange: {
            /**
             * @description Label of the button. `null` clears it.
             * @example See the rooms
             */
            button?: string | null;
            /** @description Colors of the overlay; they replace all stored ones. `null` clears it. */
            colors?: components["schemas"]["OverlayColors"] | null;
            /**
             * @description Destination of the button: an http or https URL, an e-mail address of at most 254 characters (also as `mailto:`), or `tel:` and a number. `null` clears it.
             * @example https://example.com/rooms
             */
            link?: string | null;
            /**
             * @description Name of the overlay; screen readers announce it.
             * @example Spring offer
             */
            name?: string | null;
            /**
             * @description Position over the destination.
             * @example bottom
             */
            position?: ("top" | "bottom" | "left" | "right" | "center") | null;
            /**
             * @description Text of the call to action. `null` clears it.
             * @example Two nights for the price of one until the end of May.
             */
            text?: string | null;
            /**
             * @description `message`: a text and a button. `contact`: the button is a way to get in touch.
             * @example message
             */
            type?: ("message" | "contact") | null;
        };
        /** @description Colors as `#RRGGBB`; each has a default. */
        OverlayColors: {
            /**
             * @description Background color.
             * @example #1C2924
             */
            background?: string | null;
            /**
             * @description Button color; its label is black or white, whichever has more contrast.
             * @example #F0764D
             */
            button?: string | null;
            /**
             * @description Text color; replaced by black or white if its contrast on the background is too low.
             * @example #F5F1E6
             */
            text?: string | null;
        };
        /** @description An overlay with all writable fields. */
        OverlayDetails: {
            /**
             * @description Label of the button.
             * @example See the rooms
             */
            button: string | null;
            colors: components["schemas"]["OverlayColors"];
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the overlay.
             * @example 42
             */
            id: number;
            /**
             * @description Destination of the button: an http or https URL, an e-mail address of at most 254 characters (also as `mailto:`), or `tel:` and a number.
             * @example https://example.com/rooms
             */
            link: string | null;
            /**
             * @description Name of the overlay; screen readers announce it.
             * @example Spring offer
             */
            name: string;
            /**
             * @description Position over the destination.
             * @example bottom
             * @enum {string}
             */
            position: "top" | "bottom" | "left" | "right" | "center";
            /**
             * @description Text of the call to action.
             * @example Two nights for the price of one until the end of May.
             */
            text: string | null;
            /**
             * @description `message`: a text and a button. `contact`: the button is a way to get in touch.
             * @example message
             * @enum {string}
             */
            type: "message" | "contact";
        };
        /** @description A page of CTA overlays. */
        OverlayList: {
            data: components["schemas"]["OverlayPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the CTA overlays, and the total. */
        OverlayPage: {
            /** @description The records of this page, in order. */
            cta: components["schemas"]["Overlay"][];
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description One overlay. */
        OverlayReply: {
            details: components["schemas"]["OverlayDetails"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description A query parameter appended to the destination. */
        Parameter: {
            /**
             * @description Name of the query parameter.
             * @example aff
             */
            name: string;
            /**
             * @description Value of the query parameter.
             * @example 3
             */
            value: string;
        };
        /** @description An event as the payment provider sends it. */
        PaymentEvent: {
            /**
             * @description Id of the event, by which it is stored once. Providers with another name for it send that.
             * @example evt_1PGZ2x2eZvKYlo2C
             */
            id?: string;
            /**
             * @description Type of the event. Providers with another name for it send that.
             * @example invoice.payment_succeeded
             */
            type?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The event is stored, now or before. Its effect on an account follows after the response. */
        PaymentEventReceived: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Whether the event is new, known or unverified.
             * @example Event received.
             */
            message: string;
        };
        /** @description A picture that could not be stored and is not shown. */
        PictureWarning: {
            /**
             * @description Stable code for programs.
             * @example picture_not_held
             * @enum {string}
             */
            code: "picture_not_held";
            /**
             * @description Why the picture could not be stored.
             * @example could not be fetched: its server answered 404
             */
            message: string;
            /**
             * @description JSON pointer of the field that names the picture.
             * @example /image
             */
            path: string;
        };
        /** @description A tracking pixel. */
        Pixel: {
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the pixel.
             * @example 42
             */
            id: number;
            /**
             * @description Custom name.
             * @example Shop visitors
             */
            name: string;
            /**
             * @description Tag or code of the pixel.
             * @example 1234567890
             */
            tag: string;
            /**
             * @description Vendor of the pixel; set on creation only.
             * @example vendor01pixel
             * @enum {string}
             */
            type: "vendor01pixel" | "vendor02pixel" | "vendor03pixel" | "vendor04pixel" | "vendor05pixel" | "vendor06pixel" | "vendor07pixel" | "vendor08pixel" | "vendor09" | "vendor10" | "vendor11" | "vendor12" | "vendor13";
        };
        /** @description Changes to a pixel; `tag` is required. */
        PixelChange: {
            /**
             * @description Custom name.
             * @example Shop visitors
             */
            name?: string | null;
            /**
             * @description Tag or code of the pixel.
             * @example 1234567890
             */
            tag: string;
        };
        /** @description A page of pixels. */
        PixelList: {
            data: components["schemas"]["PixelPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the pixels, and the total. */
        PixelPage: {
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /** @description The records of this page, in order. */
            pixels: components["schemas"]["Pixel"][];
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description The pixel. */
        PixelReply: {
            details: components["schemas"]["Pixel"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description Content of a code of the type `app`: an app, by the store of the phone. */
        QrApp: {
            /**
             * @description Page of the app in the App Store, for iPhones and iPads.
             * @example https://apps.apple.com/app/id284882215
             */
            apple: string;
            /**
             * @description Page of the app in Google Play, for Android.
             * @example https://play.google.com/store/apps/details?id=com.example
             */
            google: string;
            /**
             * @description Where all others are sent. Default: a page with both stores.
             * @example https://example.com/app
             */
            other?: string | null;
        };
        /** @description Content of a code of the type `event`: an event for the calendar. */
        QrCalendarEvent: {
            /**
             * @description Text about the event.
             * @example Soup is free.
             */
            description?: string | null;
            /**
             * @description End of the event, in the form of the start; a date includes that day. In `timezone`, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-05-01 18:00:00
             */
            end?: string | null;
            /**
             * @description Where it takes place.
             * @example Hut, 2,100 m
             */
            location?: string | null;
            /**
             * @description Start of the event; a date without a time is a whole day. In `timezone`, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-05-01 10:00:00
             */
            start: string;
            /**
             * @description IANA time zone of start and end. Default: UTC.
             * @example Europe/Berlin
             */
            timezone?: string | null;
            /**
             * @description Title of the event.
             * @example Season opening
             */
            title: string;
            /**
             * @description Website of the event.
             * @example https://example.com/page
             */
            url?: string | null;
        };
        /** @description Changes to a QR code; `data` is required. */
        QrChange: {
            /**
             * @description Color of the light modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each. `null` clears it.
             * @example rgb(255,255,255)
             */
            background?: string | null;
            data: components["schemas"]["QrContent"];
            /** @description How the code looks, besides its colors and logo. Every field is optional. `null` clears it. */
            design?: components["schemas"]["QrDesign"] | null;
            /**
             * @description Branded domain of the account for the addresses of the code, with or without the scheme, or the service's own host, which is the default. Printed pictures go on working on the previous one.
             * @example https://go.example.com
             */
            domain?: string | null;
            /**
             * @description Id of the QR code in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id. `null` clears it.
             * @example sku-4711
             */
            externalid?: string | null;
            /**
             * @description Color of the dark modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each. `null` clears it.
             * @example rgb(20,40,90)
             */
            foreground?: string | null;
            /**
             * @description A PNG or JPEG picture for the middle of the code, at most 1 MiB and 4,096 pixels each way: a path in the server’s assets directory, an http or https URL (fetched once), or a data URI. `null` clears it.
             * @example https://example.com/logo.png
             */
            logo?: string | null;
            /**
             * @description Name of the code. Default: taken from its content.
             * @example Menu
             */
            name?: string | null;
            /**
             * @description Whether the statistics page, the `scan` URL followed by `+`, is public.
             * @example false
             */
            publicstats?: boolean | null;
            /**
             * @description true: the picture encodes the content itself; scans are then not counted and the content cannot change after printing. Codes of the types text and wifi are always static, those of the type app never. Not sent: unchanged, also with another type; false for a code that was of the type text or wifi and gets a type with a choice.
             * @example false
             */
            static?: boolean | null;
            /**
             * @description Type of the content.
             * @example link
             */
            type?: ("text" | "vcard" | "link" | "email" | "phone" | "sms" | "wifi" | "event" | "geo" | "whatsapp" | "app") | null;
        };
        /** @description Whether phones will read the picture. */
        QrCheck: {
            data: components["schemas"]["QrVerdict"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description A QR code. */
        QrCode: {
            /**
             * @description false if the domain of the code was deleted: the code is not served there until the domain is added again. `link` shows the previous URL.
             * @example true
             */
            attached: boolean;
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Branded domain of the code; null: the service's own host, or none.
             * @example null
             */
            domain: string | null;
            /**
             * @description Id of the QR code in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid: string | null;
            /**
             * @description Id of the QR code.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description Public URL of the picture.
             * @example http://localhost:3000/qr/Zx81KqP
             */
            link: string;
            /**
             * @description Name of the code. Default: taken from its content.
             * @example Menu
             */
            name: string;
            /**
             * @description Number of scans.
             * @example 128
             */
            scans: number;
        };
        /**
         * @description The content to embed: a string (the main value), the object of the type of the code, or an array of the values of that object in their order. A string of a wifi or vcard code is the finished payload; one of a link code is an http or https URL. Codes of the types event, geo and app have no string.
         * @example https://example.com/menu
         */
        QrContent: string | components["schemas"]["QrText"] | components["schemas"]["QrVcard"] | components["schemas"]["QrLink"] | components["schemas"]["QrEmail"] | components["schemas"]["QrPhone"] | components["schemas"]["QrSms"] | components["schemas"]["QrWifi"] | components["schemas"]["QrCalendarEvent"] | components["schemas"]["QrPlace"] | components["schemas"]["QrWhatsapp"] | components["schemas"]["QrApp"] | (string | boolean | number | null)[];
        /** @description The QR code was created. */
        QrCreated: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the new code.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description Public URL of the picture.
             * @example http://localhost:3000/qr/Zx81KqP
             */
            link: string;
            /** @description Why phones may not read the picture; absent if they can. */
            warnings?: components["schemas"]["QrWarning"][];
        };
        /**
         * @description How a QR code looks, besides its colors and logo. Every field is optional.
         * @example {
         *       "modules": "rounded",
         *       "eyeframe": "circle",
         *       "frame": {
         *         "type": "bar",
         *         "caption": "Scan me"
         *       }
         *     }
         */
        QrDesign: {
            /**
             * @description Shape of the centers of the eyes. Default: square.
             * @example circle
             */
            eyeball?: ("square" | "rounded" | "circle" | "leaf" | "drop") | null;
            /**
             * @description Color of the centers of the eyes in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(20,40,90)
             */
            eyeballcolor?: string | null;
            /**
             * @description Shape of the rings of the three eyes in the corners. Default: square.
             * @example circle
             */
            eyeframe?: ("square" | "rounded" | "circle" | "leaf" | "drop") | null;
            /**
             * @description Color of the rings of the eyes in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(120,20,90)
             */
            eyeframecolor?: string | null;
            frame?: components["schemas"]["QrFrame"] | null;
            gradient?: components["schemas"]["QrGradient"] | null;
            /**
             * @description Distance from the logo to the modules around it, in modules, at least; smaller where alignment patterns leave no room. Default 0.5.
             * @example 1
             */
            logomargin?: number | null;
            /**
             * @description Longer side of the logo, divided by the width of the symbol. Default: with the modules around it a quarter. The logo never covers an alignment pattern, so it is smaller in larger symbols.
             * @example 0.2
             */
            logosize?: number | null;
            /**
             * @description Shape of the dark modules. Default: square.
             * @example rounded
             */
            modules?: ("square" | "dots" | "rounded" | "extra-rounded" | "classy" | "classy-rounded") | null;
            /**
             * @description true: the picture has no background. It is read back on the color of `background`, which must be like that of the ground. JPEG pictures have the background.
             * @example false
             */
            transparent?: boolean | null;
        };
        /** @description A QR code with all writable fields. */
        QrDetails: {
            /**
             * @description false if the domain of the code was deleted: the code is not served there until the domain is added again. `link` shows the previous URL.
             * @example true
             */
            attached: boolean;
            /**
             * @description Color of the light modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(255,255,255)
             */
            background: string | null;
            data: components["schemas"]["QrContent"];
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /** @description How the code looks, besides its colors and logo. Every field is optional. */
            design: components["schemas"]["QrDesign"] | null;
            /**
             * @description Branded domain of the code; null: the service's own host, or none.
             * @example null
             */
            domain: string | null;
            /**
             * @description Id of the QR code in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid: string | null;
            /**
             * @description Color of the dark modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(20,40,90)
             */
            foreground: string | null;
            /**
             * @description Id of the QR code.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description Public URL of the picture.
             * @example http://localhost:3000/qr/Zx81KqP
             */
            link: string;
            /**
             * @description A PNG or JPEG picture for the middle of the code, at most 1 MiB and 4,096 pixels each way: a path in the server’s assets directory, an http or https URL (fetched once), or a data URI.
             * @example https://example.com/logo.png
             */
            logo: string | null;
            /**
             * @description Name of the code. Default: taken from its content.
             * @example Menu
             */
            name: string;
            /**
             * Format: uri
             * @description URL of the current picture. It changes with the picture, so that it can be cached without a limit.
             * @example http://localhost:3000/qr/Zx81KqP?v=3f2a9c
             */
            picture: string;
            /**
             * @description Whether the statistics page, the `scan` URL followed by `+`, is public.
             * @example false
             */
            publicstats: boolean;
            /**
             * Format: uri
             * @description URL encoded in the picture of a dynamic code.
             * @example http://localhost:3000/q/Zx81KqP
             */
            scan: string;
            /**
             * @description Number of scans.
             * @example 128
             */
            scans: number;
            /**
             * @description true: the picture encodes the content itself; scans are then not counted and the content cannot change after printing. Codes of the types text and wifi are always static, those of the type app never.
             * @example false
             */
            static: boolean;
            /**
             * @description Type of the content.
             * @example link
             * @enum {string}
             */
            type: "text" | "vcard" | "link" | "email" | "phone" | "sms" | "wifi" | "event" | "geo" | "whatsapp" | "app";
            /**
             * @description Number of different visitors per day, summed up.
             * @example 128
             */
            uniquescans: number;
        };
        /** @description Result for a QR code to create: `id` and `link` (not in a dry run) and warnings, or why it failed. */
        QrDone: {
            /**
             * @description Only if the item failed: the code of the failure, as of a request for this item alone.
             * @example alias_taken
             */
            code?: string;
            /** @description Only if the item failed: what is wrong with it; every `path` names the item. */
            errors?: components["schemas"]["InvalidField"][];
            /**
             * @description Id of the new code.
             * @example 42
             */
            id?: number;
            /**
             * @description Position of the item in the request, from 0.
             * @example 0
             */
            index: number;
            /**
             * Format: uri
             * @description Public URL of the picture.
             * @example http://localhost:3000/qr/Zx81KqP
             */
            link?: string;
            /**
             * @description Only if the item failed: what is wrong and what to do, for people.
             * @example This alias is taken on this domain; choose another one.
             */
            message?: string;
            /** @description Why phones may not read the picture; absent if they can. */
            warnings?: components["schemas"]["QrWarning"][];
        };
        /** @description Content of a code of the type `email`: an e-mail to be sent. */
        QrEmail: {
            /**
             * @description Initial text of the message.
             * @example I would like to book two bunks.
             */
            body?: string | null;
            /**
             * @description Recipient.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Subject line.
             * @example Booking
             */
            subject?: string | null;
        };
        /** @description A QR code was created, updated or deleted. */
        QrEvent: {
            actor: components["schemas"]["EventActor"];
            data: components["schemas"]["QrEventData"];
            /**
             * @description Time of the event. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the event.
             * @example evt_42
             */
            id: string;
            /**
             * @description What happened.
             * @example qr.created
             * @enum {string}
             */
            type: "qr.created" | "qr.updated" | "qr.deleted";
        };
        /** @description A QR code was created, updated or deleted. The values are those right after the event. */
        QrEventData: {
            /**
             * @description Only of updates: the names of the fields that have another value now.
             * @example [
             *       "name"
             *     ]
             */
            changed?: string[];
            /**
             * @description Id of the QR code in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id.
             * @example sku-4711
             */
            externalid: string | null;
            /**
             * @description Id of the QR code.
             * @example 42
             */
            id: number;
            /**
             * Format: uri
             * @description URL of the picture.
             * @example http://localhost:3000/qr/a81hdk2q
             */
            link: string;
            /**
             * @description Name of the QR code.
             * @example Trail map
             */
            name: string;
            /**
             * @description Type of the content.
             * @example link
             */
            type: string;
        };
        /** @description A measure of the picture and its limit. */
        QrFigure: {
            /**
             * @description Value of the picture.
             * @example 4
             */
            found: number;
            /**
             * @description The limit that it must reach or not exceed.
             * @example 4
             */
            needed: number;
        };
        /** @description A frame with a caption. The picture is then higher than wide. */
        QrFrame: {
            /**
             * @description Text at the code, in any script. It takes one or two lines; longer texts are smaller.
             * @example Scan me
             */
            caption: string;
            /**
             * @description Color of the bar, bubble or border. Default: the foreground; it is in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(20,40,90)
             */
            color?: string | null;
            /**
             * @description Where the caption is. Default: below.
             * @example below
             */
            position?: ("below" | "above") | null;
            /**
             * @description Color of the caption. Default: one that contrasts; it is in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(255,255,255)
             */
            textcolor?: string | null;
            /**
             * @description text: only the caption; bar: the caption on a bar; bubble: on a speech bubble that points to the code; border: on a border around the code.
             * @example bar
             * @enum {string}
             */
            type: "text" | "bar" | "bubble" | "border";
        };
        /** @description Gradient of the dark modules, in place of `foreground`. */
        QrGradient: {
            /**
             * @description Direction of a linear gradient in degrees: 0 from left to right, 90 from top to bottom. Default 0.
             * @example 45
             */
            angle?: number | null;
            /**
             * @description Two to four colors, in the order of their places.
             * @example [
             *       {
             *         "at": 0,
             *         "color": "rgb(20,40,90)"
             *       },
             *       {
             *         "at": 1,
             *         "color": "rgb(120,20,90)"
             *       }
             *     ]
             */
            stops: components["schemas"]["QrGradientStop"][];
            /**
             * @description linear: along a line across the code; radial: from its center to its corners.
             * @example linear
             * @enum {string}
             */
            type: "linear" | "radial";
        };
        /** @description A color of a gradient and its place. */
        QrGradientStop: {
            /**
             * @description Place of the color: 0 at the start, 1 at the end.
             * @example 0
             */
            at: number;
            /**
             * @description Color at this place in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(20,40,90)
             */
            color: string;
        };
        /** @description Content of a code of the type `link`. */
        QrLink: {
            /**
             * @description Where a scan leads.
             * @example https://example.com/menu
             */
            link: string;
        };
        /** @description A page of QR codes. */
        QrList: {
            data: components["schemas"]["QrPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the QR codes, and the total. */
        QrPage: {
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /** @description The records of this page, in order. */
            qrs: components["schemas"]["QrCode"][];
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
        };
        /** @description Content of a code of the type `phone`. */
        QrPhone: {
            /**
             * @description Number to call.
             * @example +49 30 901820
             */
            phone: string;
        };
        /** @description Content of a code of the type `geo`: a place on the map. */
        QrPlace: {
            /**
             * @description Latitude in degrees, WGS 84.
             * @example 46.5586
             */
            lat: number;
            /**
             * @description Longitude in degrees, WGS 84.
             * @example 7.9006
             */
            lng: number;
            /**
             * @description Name of the place.
             * @example Hut
             */
            name?: string | null;
        };
        /** @description One QR code and its statistics. */
        QrReply: {
            data: components["schemas"]["Statistics"];
            details: components["schemas"]["QrDetails"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description The result of each item. */
        QrsDone: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Number of items that failed; always 0 if the request is atomic.
             * @example 0
             */
            failed: number;
            /** @description Result of each item, in the order of the request. */
            results: components["schemas"]["QrDone"][];
        };
        /** @description Content of a code of the type `sms`: a text message to be sent. */
        QrSms: {
            /**
             * @description Initial text of the message.
             * @example Is the hut open?
             */
            message?: string | null;
            /**
             * @description Number of the recipient.
             * @example +49 30 901820
             */
            phone: string;
        };
        /** @description A look that codes are made with: colors, logo and design, with its caption. */
        QrTemplate: {
            /**
             * @description Color of the light modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(255,255,255)
             */
            background: string | null;
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /** @description How the code looks, besides its colors and logo. Every field is optional. */
            design: components["schemas"]["QrDesign"] | null;
            /**
             * @description Color of the dark modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each.
             * @example rgb(20,40,90)
             */
            foreground: string | null;
            /**
             * @description Id of the template.
             * @example 42
             */
            id: number;
            /**
             * @description A PNG or JPEG picture for the middle of the code, at most 1 MiB and 4,096 pixels each way: a path in the server’s assets directory, an http or https URL (fetched once), or a data URI. In lists, data URIs are left out: null.
             * @example https://example.com/logo.png
             */
            logo: string | null;
            /**
             * @description Name of the template.
             * @example Posters
             */
            name: string;
        };
        /** @description Changes to a template; codes that were made with it stay as they are. */
        QrTemplateChange: {
            /**
             * @description Color of the light modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each. `null` clears it.
             * @example rgb(255,255,255)
             */
            background?: string | null;
            /** @description How the code looks, besides its colors and logo. Every field is optional. `null` clears it. */
            design?: components["schemas"]["QrDesign"] | null;
            /**
             * @description Color of the dark modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each. `null` clears it.
             * @example rgb(20,40,90)
             */
            foreground?: string | null;
            /**
             * @description A PNG or JPEG picture for the middle of the code, at most 1 MiB and 4,096 pixels each way: a path in the server’s assets directory, an http or https URL (fetched once), or a data URI. `null` clears it.
             * @example https://example.com/logo.png
             */
            logo?: string | null;
            /**
             * @description Name of the template.
             * @example Posters
             */
            name?: string | null;
        };
        /** @description The template was created. */
        QrTemplateCreated: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the new template.
             * @example 42
             */
            id: number;
            /** @description Why phones may not read the picture; absent if they can. */
            warnings?: components["schemas"]["QrWarning"][];
        };
        /** @description A page of templates. */
        QrTemplateList: {
            data: components["schemas"]["QrTemplatePage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the templates, and the total. */
        QrTemplatePage: {
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
            /** @description The records of this page, in order. */
            templates: components["schemas"]["QrTemplate"][];
        };
        /** @description The template. */
        QrTemplateReply: {
            details: components["schemas"]["QrTemplate"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description The operation succeeded: “Template has been updated successfully.” */
        QrTemplateUpdated: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description The fixed text of the operation.
             * @example Template has been updated successfully.
             * @enum {string}
             */
            message: "Template has been updated successfully.";
            /** @description Why phones may not read the picture; absent if they can. */
            warnings?: components["schemas"]["QrWarning"][];
        };
        /** @description Content of a code of the type `text`. */
        QrText: {
            /**
             * @description The text encoded in the picture.
             * @example Boil the water before drinking
             */
            text: string;
        };
        /** @description The operation succeeded: “QR has been updated successfully.” */
        QrUpdated: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description The fixed text of the operation.
             * @example QR has been updated successfully.
             * @enum {string}
             */
            message: "QR has been updated successfully.";
            /** @description Why phones may not read the picture; absent if they can. */
            warnings?: components["schemas"]["QrWarning"][];
        };
        /** @description Content of a code of the type `vcard`: a contact card. */
        QrVcard: {
            /**
             * @description Postal address, which may have several lines.
             * @example 12 St James’s Square
             *     London
             */
            address?: string | null;
            /**
             * @description Company name.
             * @example Analytical Engines
             */
            company?: string | null;
            /**
             * @description E-mail address.
             * @example ada@example.com
             */
            email?: string | null;
            /**
             * @description First name.
             * @example Ada
             */
            fname: string;
            /**
             * @description Last name.
             * @example Lovelace
             */
            lname?: string | null;
            /**
             * @description Telephone number.
             * @example +49 30 901820
             */
            phone?: string | null;
            /**
             * @description Website; `https://` is added if there is no scheme.
             * @example https://example.com
             */
            site?: string | null;
        };
        /**
         * @description Whether phones will read the picture.
         * @example {
         *       "scannable": true,
         *       "decoded": true,
         *       "contrast": {
         *         "found": 21,
         *         "needed": 3
         *       },
         *       "quietZone": {
         *         "found": 4,
         *         "needed": 4
         *       },
         *       "logo": {
         *         "found": 0.24,
         *         "needed": 0.25
         *       },
         *       "module": {
         *         "found": 9,
         *         "needed": 4
         *       },
         *       "warnings": []
         *     }
         */
        QrVerdict: {
            contrast: components["schemas"]["QrFigure"];
            /**
             * @description Whether an independent decoder read the exact content from the drawn picture, also when the picture was slightly blurred.
             * @example true
             */
            decoded: boolean;
            logo: components["schemas"]["QrFigure"];
            module: components["schemas"]["QrFigure"];
            quietZone: components["schemas"]["QrFigure"];
            /**
             * @description Whether phones will read the picture at this size. Modules of 2.5 to 4 pixels are scannable, with a warning.
             * @example true
             */
            scannable: boolean;
            /**
             * @description Why phones may not read the picture.
             * @example []
             */
            warnings: components["schemas"]["QrWarning"][];
        };
        /** @description Why phones may not read a picture, or cannot use its content. */
        QrWarning: {
            /**
             * @description Stable code for programs.
             * @example contrast_low
             * @enum {string}
             */
            code: "contrast_low" | "light_on_dark" | "quiet_zone_small" | "logo_too_large" | "background_transparent" | "modules_small" | "not_decoded" | "not_checked" | "payload_malformed" | "printed_fixed" | "printed_elsewhere";
            /**
             * @description What was found and what is needed.
             * @example The contrast of foreground and background is 2.1:1; at least 3:1 is needed.
             */
            message: string;
        };
        /** @description Content of a code of the type `whatsapp`: a WhatsApp chat. */
        QrWhatsapp: {
            /**
             * @description Initial text of the message.
             * @example Is the hut open?
             */
            message?: string | null;
            /**
             * @description Number with its country code, after + or 00.
             * @example +49 30 901820
             */
            phone: string;
        };
        /** @description Content of a code of the type `wifi`: a wireless network to join. */
        QrWifi: {
            /**
             * @description Encryption of the network; `nopass` for an open one.
             * @example WPA
             * @enum {string}
             */
            encryption: "WPA" | "WEP" | "nopass";
            /**
             * @description Whether the network hides its name.
             * @example false
             */
            hidden?: boolean | null;
            /**
             * @description Password of the network.
             * @example mountain air
             */
            pass?: string | null;
            /**
             * @description Name of the network (SSID).
             * @example Hut
             */
            ssid: string;
        };
        /** @description A rule that was evaluated. */
        RuleStep: {
            /**
             * @description Whether the rule matched; the first that matches decides.
             * @example true
             */
            matched: boolean;
            /**
             * @description A rule; the list is in the order of evaluation. `path` is only checked if a `path` was sent.
             * @example country
             * @enum {string}
             */
            rule: "path" | "private" | "start" | "expired" | "clicklimit" | "password" | "country" | "device" | "language" | "time" | "split" | "deeplink" | "default";
            /**
             * @description Reason, for people.
             * @example The country is DE, which is among the targets.
             */
            why: string;
        };
        /** @description An import from the API of another service. */
        ServiceImport: {
            /**
             * @description What to do with a link whose alias is taken: skip it, replace the account’s own link, or give it another alias (`sale-2`).
             * @example skip
             */
            conflicts?: ("skip" | "replace" | "rename") | null;
            /**
             * @description Branded domain for links whose own domain the account does not have. Default: the service’s own host.
             * @example https://go.example.com
             */
            domain?: string | null;
            /**
             * @description true: only the report is stored, as if the import had run.
             * @example true
             */
            dryrun?: boolean | null;
            /**
             * @description Address of a service that people run themselves, with its path if it is below one: required for `shlink` and `kutt`.
             * @example https://s.example.com
             */
            host?: string | null;
            /**
             * @description Key of the API of the other service. It is kept in memory while its links are read, and never stored.
             * @example abc123
             */
            key: string;
            /**
             * @description What to read of it: for `shortio` the id of the domain (required), for `bitly` the GUID of a group, for `rebrandly` the id of a domain. Default: all.
             * @example 12345
             */
            scope?: string | null;
            /**
             * @description The other service.
             * @example dub
             * @enum {string}
             */
            source: "bitly" | "shortio" | "rebrandly" | "dub" | "shlink" | "kutt";
        };
        /** @description Visits by social network. */
        SocialCount: {
            /**
             * @description Visits referred by Facebook.
             * @example 12
             */
            facebook: number;
            /**
             * @description Visits referred by Instagram.
             * @example 0
             */
            instagram: number;
            /**
             * @description Visits referred by Twitter, now X.
             * @example 0
             */
            twitter: number;
        };
        /** @description A custom splash page. */
        Splash: {
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the splash page.
             * @example 42
             */
            id: number;
            /**
             * @description Name of the splash page for its owner.
             * @example Hut opening
             */
            name: string;
        };
        /** @description Changes to a splash page; null clears a title, text, image or link. */
        SplashChange: {
            /**
             * @description Seconds until the visitor is redirected; 0: only by a click.
             * @example 5
             */
            counter?: number | null;
            /**
             * @description Picture shown at the top. It is fetched once; visitors get the stored copy. `null` clears it.
             * @example https://example.com/hut.jpg
             */
            image?: string | null;
            /**
             * @description Language of the page, for `lang` and the direction of its text. Fixed words are in this language if the service has it, else in English. null: that of the visitor.
             * @example de
             */
            language?: string | null;
            /**
             * @description Link to more information. `null` clears it.
             * @example https://example.com/hut
             */
            link?: string | null;
            /**
             * @description Name of the splash page for its owner.
             * @example Hut opening
             */
            name?: string | null;
            /**
             * @description Text of the page. `null` clears it.
             * @example We have new bunks and a stove.
             */
            text?: string | null;
            /**
             * @description Heading of the page. `null` clears it.
             * @example Before you go: the hut opens in June
             */
            title?: string | null;
        };
        /** @description The splash page was created. */
        SplashCreated: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the new page.
             * @example 42
             */
            id: number;
            /** @description Pictures that could not be stored; absent if there are none. They are not shown; storing is tried again when the page is visited. */
            warnings?: components["schemas"]["PictureWarning"][];
        };
        /** @description A splash page with all writable fields. */
        SplashDetails: {
            /**
             * @description Seconds until the visitor is redirected; 0: only by a click.
             * @example 5
             */
            counter: number;
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the splash page.
             * @example 42
             */
            id: number;
            /**
             * @description Picture shown at the top. It is fetched once; visitors get the stored copy.
             * @example https://example.com/hut.jpg
             */
            image: string | null;
            /**
             * @description Language of the page, for `lang` and the direction of its text. Fixed words are in this language if the service has it, else in English. null: that of the visitor.
             * @example de
             */
            language: string | null;
            /**
             * @description Link to more information.
             * @example https://example.com/hut
             */
            link: string | null;
            /**
             * @description Name of the splash page for its owner.
             * @example Hut opening
             */
            name: string;
            /**
             * @description Text of the page.
             * @example We have new bunks and a stove.
             */
            text: string | null;
            /**
             * @description Heading of the page.
             * @example Before you go: the hut opens in June
             */
            title: string | null;
        };
        /** @description A page of splash pages. */
        SplashList: {
            data: components["schemas"]["SplashPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the splash pages, and the total. */
        SplashPage: {
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
            /** @description The records of this page, in order. */
            splash: components["schemas"]["Splash"][];
        };
        /** @description One splash page. */
        SplashReply: {
            details: components["schemas"]["SplashDetails"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description A destination that gets a share of the visits. */
        SplitTarget: {
            /**
             * @description Destination of these visits.
             * @example https://example.com/de
             */
            link: string;
            /**
             * @description Share of the visits, relative to the others.
             * @example 50
             */
            weight: number;
        };
        /** @description Visit statistics. Crawlers, previews, prefetches and HEAD requests are not counted unless `include` names them. */
        Statistics: {
            /**
             * @description Number of visits.
             * @example 128
             */
            clicks: number;
            socialCount: components["schemas"]["SocialCount"];
            /**
             * @description Visits by browser name, the ten most frequent.
             * @example {
             *       "Chrome": "83",
             *       "Safari": "45"
             *     }
             */
            topBrowsers: {
                [key: string]: string;
            };
            /**
             * @description Visits by country name, the ten most frequent.
             * @example {
             *       "Germany": "92",
             *       "Unknown": "36"
             *     }
             */
            topCountries: {
                [key: string]: string;
            };
            /**
             * @description Visits by operating system, the ten most frequent.
             * @example {
             *       "Android": "70",
             *       "iOS": "58"
             *     }
             */
            topOs: {
                [key: string]: string;
            };
            /**
             * @description Visits by referring host, the ten most frequent.
             * @example {
             *       "Direct": "86",
             *       "news.example.com": "30",
             *       "facebook.com": "12"
             *     }
             */
            topReferrers: {
                [key: string]: string;
            };
            /**
             * @description Unique visitors, each counted once per day.
             * @example 128
             */
            uniqueClicks: number;
        };
        /** @description A hypothetical visit; all fields are optional. */
        SupposedVisit: {
            /**
             * @description User-Agent header.
             * @example Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X)
             */
            agent?: string | null;
            /**
             * @description Country: ISO alpha-2 code or English name. Default: unknown.
             * @example DE
             */
            country?: string | null;
            /**
             * @description Accept-Language header.
             * @example de-AT,en;q=0.5
             */
            language?: string | null;
            /**
             * @description What follows the alias and a slash in the path.
             * @example guide/start
             */
            path?: string | null;
            /**
             * @description Query string of the visit.
             * @example utm_source=mail
             */
            query?: string | null;
            /**
             * @description Time of the visit. Default: now. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2026-12-24 18:00:00
             */
            time?: string | null;
            /**
             * @description Whether the visitor has entered the password.
             * @example true
             */
            unlocked?: boolean | null;
        };
        /** @description Another destination during a window of the week. */
        TimeTarget: {
            /**
             * @description Days of the week on which the window starts: 1 is Monday, 7 is Sunday.
             * @example [
             *       1,
             *       2,
             *       3,
             *       4,
             *       5
             *     ]
             */
            days: number[];
            /**
             * @description Start of the window, `HH:MM`.
             * @example 09:00
             */
            from: string;
            /**
             * @description Destination of these visits.
             * @example https://example.com/de
             */
            link: string;
            /**
             * @description IANA time zone, in upper or lower case; stored under its current name.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description End of the window, exclusive; may be past midnight, `HH:MM`.
             * @example 17:00
             */
            to: string;
        };
        /** @description A visit. No IP address is stored. */
        Visit: {
            /**
             * @description User-Agent header; null: not stored.
             * @example Mozilla/5.0 (Linux; Android 14) Chrome/142.0
             */
            agent: string | null;
            /**
             * @description Browser; null: unknown.
             * @example Chrome
             */
            browser: string | null;
            /**
             * @description Id of the campaign that the link was in.
             * @example 42
             */
            campaign: number | null;
            /**
             * @description Ids of the channels that the link, QR code or bio page was in, at most 100.
             * @example [
             *       42
             *     ]
             */
            channels: number[];
            /**
             * @description City, if the operator has a database of cities; null: unknown.
             * @example Berlin, DE
             */
            city: string | null;
            /**
             * @description Class of the visit; statistics count `visitor` unless `include` names others.
             * @example visitor
             * @enum {string}
             */
            class: "visitor" | "bot" | "preview" | "prefetch" | "head";
            /**
             * @description Country, ISO 3166-1 alpha-2; null: unknown.
             * @example DE
             */
            country: string | null;
            /**
             * @description Time of the visit. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Type of device; null: unknown.
             * @example Mobile
             */
            device: string | null;
            /**
             * @description Id of the branded domain of the visited URL; null: none.
             * @example 42
             */
            domain: number | null;
            /**
             * @description Id of the visit; higher than those of visits that were stored before.
             * @example 42
             */
            id: number;
            /**
             * @description Preferred language; null: unknown.
             * @example de
             */
            language: string | null;
            /**
             * @description Operating system; null: unknown.
             * @example Android
             */
            os: string | null;
            /**
             * @description Host and path of the referrer, if the link has `referrerpath`; null: none.
             * @example news.example.com/today
             */
            path: string | null;
            /**
             * @description Why it is of this class, as a stable word.
             * @example agent_other
             */
            reason: string;
            /**
             * @description Referring host; null: none.
             * @example news.example.com
             */
            referrer: string | null;
            /**
             * @description The rule that chose the destination; null: none, so that it was the URL of the link.
             * @example country
             */
            rule: string | null;
            /**
             * @description Parameter `wm_source`, which is not passed on; null: none.
             * @example flyer
             */
            source: string | null;
            /**
             * @description The target of a split that was chosen; null: none.
             * @example https://example.com/b
             */
            target: string | null;
            /**
             * @description Whether it is the first visit of this visitor on that day; false: a repeated one.
             * @example true
             */
            unique: boolean;
            /**
             * @description Parameter `utm_campaign`; null: none.
             * @example autumn
             */
            utm_campaign: string | null;
            /**
             * @description Parameter `utm_content`; null: none.
             * @example footer
             */
            utm_content: string | null;
            /**
             * @description Parameter `utm_medium`; null: none.
             * @example email
             */
            utm_medium: string | null;
            /**
             * @description Parameter `utm_source` of the visited URL; null: none.
             * @example newsletter
             */
            utm_source: string | null;
            /**
             * @description Parameter `utm_term`; null: none.
             * @example hiking boots
             */
            utm_term: string | null;
        };
        /** @description The visits of one group, such as a country. */
        VisitGroup: {
            /**
             * @description Number of visits.
             * @example 128
             */
            clicks: number;
            /**
             * @description Name of the group.
             * @example Germany
             */
            name: string;
            /**
             * @description Unique visitors, each counted once per day.
             * @example 128
             */
            uniqueClicks: number;
        };
        /** @description Raw visits. */
        VisitList: {
            data: components["schemas"]["VisitPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description A page of visits, and the cursor of the next one. */
        VisitPage: {
            /**
             * @description Whether there are more visits already.
             * @example false
             */
            more: boolean;
            /**
             * @description Cursor for `after`: of the visits that follow these, now or later.
             * @example djE6MA
             */
            nextcursor: string;
            /**
             * @description Maximum of visits.
             * @example 1000
             */
            perpage: number;
            /** @description The visits, oldest first. */
            visits: components["schemas"]["Visit"][];
        };
        /** @description Links, QR codes and bio pages of the account were visited. */
        VisitsEvent: {
            actor: components["schemas"]["EventActor"];
            data: components["schemas"]["VisitsEventData"];
            /**
             * @description Time of the event. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the event.
             * @example evt_42
             */
            id: string;
            /**
             * @description What happened.
             * @example visits.recorded
             * @enum {string}
             */
            type: "visits.recorded";
        };
        /** @description Links, QR codes and bio pages of the account were visited. The values are those right after the event. */
        VisitsEventData: {
            /**
             * @description Cursor of `GET /api/visits`: of the first visit of this batch.
             * @example djE6MA
             */
            after: string;
            /**
             * @description Visits in this batch, 100 at most.
             * @example 100
             */
            count: number;
            /**
             * @description Visits that follow this batch and are in no event, counted up to 100,000; 0: none.
             * @example 0
             */
            dropped: number;
            /** @description What those are visits of, with the most first, at most 100: read them with `nextcursor`. */
            droppedfrom: components["schemas"]["DroppedVisits"][];
            /**
             * @description Cursor of `GET /api/visits`: of the visits that follow this batch.
             * @example djE6MA
             */
            nextcursor: string;
            /** @description The visits, in the order of their ids; only when it is sent to a webhook. */
            visits?: components["schemas"]["EventVisit"][];
        };
        /** @description Visits over time, and grouped by one property. */
        VisitStatistics: {
            /**
             * @description What the visits are grouped by; null: not grouped.
             * @example country
             */
            by: ("country" | "referrer" | "browser" | "os" | "device" | "language" | "campaign" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "source" | "target" | "rule" | "path" | "city" | "channel") | null;
            /**
             * @description Number of visits.
             * @example 128
             */
            clicks: number;
            /**
             * @description Start, inclusive, UTC.
             * @example 2026-10-31 23:00:00
             */
            from: string;
            /** @description Visits grouped by `by`, most visits first. A link in two channels counts in both. */
            groups: components["schemas"]["VisitGroup"][];
            /**
             * @description Visits by day of the week, Monday first, and hour in the time zone; null: not asked for.
             * @example null
             */
            heatmap: number[][] | null;
            /**
             * @description Length of a step.
             * @example month
             * @enum {string}
             */
            interval: "hour" | "day" | "week" | "month";
            /**
             * @description Seconds by which the figures may be behind; more than 0 only if the server reads statistics from a replica.
             * @example 128
             */
            lag: number;
            /** @description Visits over time, including steps without visits. */
            series: components["schemas"]["VisitStep"][];
            /**
             * @description IANA time zone of `from`, `to` and the steps.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description End, exclusive, UTC.
             * @example 2026-11-30 23:00:00
             */
            to: string;
            /**
             * @description Unique visitors, each counted once per day.
             * @example 128
             */
            uniqueClicks: number;
        };
        /** @description Visits of a link, QR code, bio page or group of links. */
        VisitStatisticsReply: {
            data: components["schemas"]["VisitStatistics"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description The visits of one step of the series. */
        VisitStep: {
            /**
             * @description Number of visits.
             * @example 128
             */
            clicks: number;
            /**
             * @description Start of the step in the requested time zone.
             * @example 2026-11-01 00:00:00
             */
            date: string;
            /**
             * @description Unique visitors, each counted once per day.
             * @example 128
             */
            uniqueClicks: number;
            /**
             * @description Start of the step in UTC.
             * @example 2026-10-31 23:00:00
             */
            utc: string;
        };
        /** @description A URL to which the events of the account are sent. Its secret is shown only when it is created or rotated. */
        Webhook: {
            /**
             * @description Time of creation. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description What the webhook is for.
             * @example Warehouse
             */
            description: string | null;
            /**
             * @description Why the service disabled it: `gone`: the receiver answered 410; null: it did not.
             * @example gone
             */
            disabledreason: "gone" | null;
            /**
             * @description Whether events are sent.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Since when no attempt has succeeded; null: the latest ones did, or there was none. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            failingsince: string | null;
            /**
             * @description Id of the webhook.
             * @example 42
             */
            id: number;
            /**
             * @description Types of events that are sent; none: all types, also those that are added later, except `visits.recorded`, which is sent only where it is named.
             * @example [
             *       "link.created",
             *       "link.deleted"
             *     ]
             */
            types: ("link.created" | "link.updated" | "link.deleted" | "link.expired" | "link.milestone" | "link.broken" | "link.recovered" | "link.quarantined" | "link.released" | "qr.created" | "qr.updated" | "qr.deleted" | "bio.created" | "bio.updated" | "bio.deleted" | "bio.answered" | "campaign.created" | "campaign.updated" | "campaign.deleted" | "domain.created" | "domain.updated" | "domain.deleted" | "domain.verified" | "domain.lost" | "limit.reached" | "visits.recorded")[];
            /**
             * @description URL that events are sent to with POST. Servers on private networks are never called.
             * @example https://example.com/hooks/waymark
             */
            url: string;
        };
        /** @description Changes to a webhook; fields that are not sent keep their value. */
        WebhookChange: {
            /**
             * @description What the webhook is for. `null` clears it.
             * @example Warehouse
             */
            description?: string | null;
            /**
             * @description Whether events are sent. Once it is enabled again it goes on where it stopped, with the events of the time in which it was disabled, unless `skip` is sent.
             * @example true
             */
            enabled?: boolean | null;
            /**
             * @description true: what has happened so far is not sent by itself; what waits is given up. A replay sends it all the same.
             * @example true
             */
            skip?: boolean | null;
            /**
             * @description Types of events that are sent; none: all types, also those that are added later, except `visits.recorded`, which is sent only where it is named.
             * @example [
             *       "link.created",
             *       "link.deleted"
             *     ]
             */
            types?: ("link.created" | "link.updated" | "link.deleted" | "link.expired" | "link.milestone" | "link.broken" | "link.recovered" | "link.quarantined" | "link.released" | "qr.created" | "qr.updated" | "qr.deleted" | "bio.created" | "bio.updated" | "bio.deleted" | "bio.answered" | "campaign.created" | "campaign.updated" | "campaign.deleted" | "domain.created" | "domain.updated" | "domain.deleted" | "domain.verified" | "domain.lost" | "limit.reached" | "visits.recorded")[] | null;
            /**
             * @description URL that events are sent to with POST. Servers on private networks are never called.
             * @example https://example.com/hooks/waymark
             */
            url?: string | null;
        };
        /** @description The webhook was created, or has a new secret. `secret` is missing if the answer is replayed (`Idempotent-Replayed`). */
        WebhookCreated: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description Id of the webhook.
             * @example 42
             */
            id: number;
            /**
             * @description The secret that signs what is sent (Standard Webhooks). It is shown only once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwFwYrGkTpRbM=
             */
            secret?: string;
        };
        /** @description A page of webhooks. */
        WebhookList: {
            data: components["schemas"]["WebhookPage"];
            /**
             * @description Success: lists carry it as a string. It is the integer 0, and the list does not match this document, for keys with `listerror: "integer"`, and where the server is set to that.
             * @example 0
             * @enum {string}
             */
            error: "0";
        };
        /** @description One page of the webhooks, and the total. */
        WebhookPage: {
            /**
             * @description Number of this page.
             * @example 1
             */
            currentpage: number;
            /**
             * @description Number of the last page.
             * @example 1
             */
            maxpage: number;
            /**
             * @description Cursor of the next page, for `after`; null on the last page.
             * @example WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5
             */
            nextcursor: string | null;
            /**
             * @description Number of the next page, or of the last one if there is no next.
             * @example 1
             */
            nextpage: number;
            /**
             * @description Page size.
             * @example 15
             */
            perpage: number;
            /**
             * @description Number of results on all pages.
             * @example 1
             */
            result: number;
            /** @description The records of this page, in order. */
            webhooks: components["schemas"]["Webhook"][];
        };
        /** @description What is sent again: without fields, what has failed; with `created_after`, all events of a time. */
        WebhookReplay: {
            /**
             * @description Send all events that happened at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2026-06-01
             */
            created_after?: string | null;
            /**
             * @description Only those that happened before this time; only with `created_after`. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`.
             * @example 2030-01-01
             */
            created_before?: string | null;
        };
        /** @description The operation succeeded. */
        WebhookReplayed: {
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
            /**
             * @description The fixed text of the operation.
             * @example Link has been deleted successfully.
             */
            message: string;
            /**
             * @description Number of events that are sent again.
             * @example 12
             */
            replayed: number;
        };
        /** @description The webhook. */
        WebhookReply: {
            details: components["schemas"]["Webhook"];
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
        /** @description Options of the rotation of a secret. */
        WebhookRotation: {
            /**
             * @description Seconds for which the old secret signs too. Default 86400: one day.
             * @example 86400
             */
            overlap?: number | null;
        };
        /** @description A test of a webhook. */
        WebhookTest: {
            data: components["schemas"]["WebhookTestData"];
            /**
             * @description Time of the request for it. UTC, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-06-01 09:30:00
             */
            date: string;
            /**
             * @description Id of the test, which is sent as `webhook-id`.
             * @example test_42
             */
            id: string;
            /**
             * @description A test.
             * @example webhook.test
             * @enum {string}
             */
            type: "webhook.test";
        };
        /** @description The webhook. */
        WebhookTestData: {
            /**
             * @description Id of the webhook.
             * @example 42
             */
            id: number;
        };
        /** @description A test is sent now, also while the webhook is disabled; the list of deliveries shows the result. */
        WebhookTested: {
            /**
             * @description Id of the delivery.
             * @example 42
             */
            delivery: number;
            /**
             * @description 0: success.
             * @example 0
             * @enum {integer}
             */
            error: 0;
        };
    };
    responses: {
        /**
         * @description The input is not valid, or not JSON. `errors` names every invalid field.
         *
         *     - `invalid_request`: The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.
         */
        BadRequest: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "name is required.",
                 *       "code": "invalid_request",
                 *       "errors": [
                 *         {
                 *           "path": "/name",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /**
         * @description The input is not valid, or not JSON. `errors` names every invalid field.
         *
         *     - `invalid_request`: The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.
         *     - `alias_reserved`: The alias begins with a path that the service or its operator uses, such as `api`, `robots.txt` or `ads.txt`.
         *     - `destination_blocked`: A URL leads to a host or page that the operator of the service has blocked.
         */
        BadRequestOrAliasReservedOrDestinationBlocked: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "name is required.",
                 *       "code": "invalid_request",
                 *       "errors": [
                 *         {
                 *           "path": "/name",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "invalid_request" | "alias_reserved" | "destination_blocked";
                };
            };
        };
        /**
         * @description The input is not valid, or not JSON. `errors` names every invalid field.
         *
         *     - `invalid_request`: The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.
         *     - `destination_blocked`: A URL leads to a host or page that the operator of the service has blocked.
         */
        BadRequestOrDestinationBlocked: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "name is required.",
                 *       "code": "invalid_request",
                 *       "errors": [
                 *         {
                 *           "path": "/name",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "invalid_request" | "destination_blocked";
                };
            };
        };
        /**
         * @description The input is not valid, or not JSON. `errors` names every invalid field.
         *
         *     - `invalid_request`: The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.
         *     - `may_not_scan`: The request has `strict=true`, and phones may not read the picture: `errors` says why.
         */
        BadRequestOrMayNotScan: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "name is required.",
                 *       "code": "invalid_request",
                 *       "errors": [
                 *         {
                 *           "path": "/name",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "invalid_request" | "may_not_scan";
                };
            };
        };
        /**
         * @description The input is not valid, or not JSON. `errors` names every invalid field.
         *
         *     - `invalid_request`: The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.
         *     - `may_not_scan`: The request has `strict=true`, and phones may not read the picture: `errors` says why.
         *     - `destination_blocked`: A URL leads to a host or page that the operator of the service has blocked.
         */
        BadRequestOrMayNotScanOrDestinationBlocked: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "name is required.",
                 *       "code": "invalid_request",
                 *       "errors": [
                 *         {
                 *           "path": "/name",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "invalid_request" | "may_not_scan" | "destination_blocked";
                };
            };
        };
        /**
         * @description The input is not valid, or not JSON. `errors` names every invalid field.
         *
         *     - `invalid_request`: The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.
         */
        BulkBadRequest: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "name is required.",
                 *       "code": "invalid_request",
                 *       "errors": [
                 *         {
                 *           "path": "/name",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /**
         * @description The input is not valid, or not JSON. `errors` names every invalid field.
         *
         *     - `invalid_request`: The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.
         *     - `alias_reserved`: The alias begins with a path that the service or its operator uses, such as `api`, `robots.txt` or `ads.txt`.
         *     - `destination_blocked`: A URL leads to a host or page that the operator of the service has blocked.
         */
        BulkBadRequestOrAliasReservedOrDestinationBlocked: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "name is required.",
                 *       "code": "invalid_request",
                 *       "errors": [
                 *         {
                 *           "path": "/name",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "invalid_request" | "alias_reserved" | "destination_blocked";
                };
            };
        };
        /**
         * @description The input is not valid, or not JSON. `errors` names every invalid field.
         *
         *     - `invalid_request`: The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.
         *     - `may_not_scan`: The request has `strict=true`, and phones may not read the picture: `errors` says why.
         *     - `destination_blocked`: A URL leads to a host or page that the operator of the service has blocked.
         */
        BulkBadRequestOrMayNotScanOrDestinationBlocked: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "name is required.",
                 *       "code": "invalid_request",
                 *       "errors": [
                 *         {
                 *           "path": "/name",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "invalid_request" | "may_not_scan" | "destination_blocked";
                };
            };
        };
        /**
         * @description The service is temporarily unavailable: the database cannot be reached, or the service is restarting.
         *
         *     - `database_away`: The database cannot be reached, or does not answer in time.
         *     - `busy`: Too many requests change the same row, or the queue for work of this kind is full.
         *     - `closing`: The service is restarting.
         *     - `database_full`: The disk of the database is full. Stored data can still be read.
         *     - `database_read_only`: The database does not accept changes: it is a replica, or was set to read-only.
         */
        BulkChangeUnavailable: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The database cannot be reached just now; try again shortly.",
                 *       "code": "database_away"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "database_away" | "busy" | "closing" | "database_full" | "database_read_only";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `link_quarantined`: The operator of the service has quarantined the short link: visitors do not get on, and it cannot be changed or deleted.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        BulkForbiddenOrLinkQuarantined: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "link_quarantined" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `plan_limit`: The account has as many of these as its plan allows.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        BulkForbiddenOrPlanLimit: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "plan_limit" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         */
        BulkInProgress: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The first request with this Idempotency-Key is still running.",
                 *       "code": "idempotency_in_progress"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         *     - `alias_taken`: Another link or bio page has this alias on this domain.
         *     - `externalid_taken`: Another link, QR code or bio page of the account has this `externalid`; each kind has its own.
         */
        BulkInProgressOrAliasTakenOrExternalidTaken: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This alias is taken on this domain; choose another one.",
                 *       "code": "alias_taken",
                 *       "errors": [
                 *         {
                 *           "path": "/custom",
                 *           "message": "This alias is taken on this domain; choose another one."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress" | "alias_taken" | "externalid_taken";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         *     - `externalid_taken`: Another link, QR code or bio page of the account has this `externalid`; each kind has its own.
         */
        BulkInProgressOrExternalidTaken: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This externalid is taken: the account has something with it.",
                 *       "code": "externalid_taken",
                 *       "errors": [
                 *         {
                 *           "path": "/externalid",
                 *           "message": "This externalid is taken: the account has something with it."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress" | "externalid_taken";
                };
            };
        };
        /**
         * @description The account has no such record.
         *
         *     - `not_found`: There is no such route, or the account has no record with this id.
         */
        BulkNotFound: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "Link not found.",
                 *       "code": "not_found"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "not_found";
                };
            };
        };
        /**
         * @description Too many requests in this window. Wait for `Retry-After` seconds, then repeat. Requests in the meantime do not prolong the wait.
         *
         *     - `rate_limited`: More requests, logins or unsigned events than the limit allows in its window.
         */
        BulkTooManyRequests: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "More than 30 requests in a minute; wait until the window resets.",
                 *       "code": "rate_limited"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "rate_limited";
                };
            };
        };
        /**
         * @description The service is temporarily unavailable: the database cannot be reached, or the service is restarting.
         *
         *     - `database_away`: The database cannot be reached, or does not answer in time.
         *     - `busy`: Too many requests change the same row, or the queue for work of this kind is full.
         *     - `closing`: The service is restarting.
         *     - `database_full`: The disk of the database is full. Stored data can still be read.
         *     - `database_read_only`: The database does not accept changes: it is a replica, or was set to read-only.
         */
        ChangeUnavailable: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The database cannot be reached just now; try again shortly.",
                 *       "code": "database_away"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "database_away" | "busy" | "closing" | "database_full" | "database_read_only";
                };
            };
        };
        /**
         * @description The service is temporarily unavailable: the database cannot be reached, or the service is restarting.
         *
         *     - `database_away`: The database cannot be reached, or does not answer in time.
         *     - `busy`: Too many requests change the same row, or the queue for work of this kind is full.
         *     - `closing`: The service is restarting.
         *     - `database_full`: The disk of the database is full. Stored data can still be read.
         *     - `database_read_only`: The database does not accept changes: it is a replica, or was set to read-only.
         *     - `certificate_away`: The payment provider's certificate, which the signature of an event is checked with, cannot be fetched.
         */
        ChangeUnavailableOrCertificateAway: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The database cannot be reached just now; try again shortly.",
                 *       "code": "database_away"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "database_away" | "busy" | "closing" | "database_full" | "database_read_only" | "certificate_away";
                };
            };
        };
        /**
         * @description The body is too large.
         *
         *     - `body_too_large`: The body is larger than the operation accepts: 1 MiB, 4 MiB for up to 1,000 items, or 256 KiB for a payment event.
         */
        ContentTooLarge: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The body is too large: at most 1 MiB are accepted.",
                 *       "code": "body_too_large"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "body_too_large";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        Forbidden: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `admin_key_required`: The operation changes the account, its API keys or its webhooks, and the API key has another scope than `admin`.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        ForbiddenOrAdminKeyRequired: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "admin_key_required" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `admin_key_required`: The operation changes the account, its API keys or its webhooks, and the API key has another scope than `admin`.
         *     - `key_exceeds_maker`: The API key of the request is restricted, and may not make or change one that can do more.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        ForbiddenOrAdminKeyRequiredOrKeyExceedsMaker: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "admin_key_required" | "key_exceeds_maker" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `admin_key_required`: The operation changes the account, its API keys or its webhooks, and the API key has another scope than `admin`.
         *     - `key_exceeds_maker`: The API key of the request is restricted, and may not make or change one that can do more.
         *     - `key_outlives_maker`: The new API key would expire later than the key of the request.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        ForbiddenOrAdminKeyRequiredOrKeyExceedsMakerOrKeyOutlivesMaker: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "admin_key_required" | "key_exceeds_maker" | "key_outlives_maker" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `admin_key_required`: The operation changes the account, its API keys or its webhooks, and the API key has another scope than `admin`.
         *     - `key_limit`: The account has as many active API keys as it may have.
         *     - `key_exceeds_maker`: The API key of the request is restricted, and may not make or change one that can do more.
         *     - `key_outlives_maker`: The new API key would expire later than the key of the request.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        ForbiddenOrAdminKeyRequiredOrKeyLimitOrKeyExceedsMakerOrKeyOutlivesMaker: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "admin_key_required" | "key_limit" | "key_exceeds_maker" | "key_outlives_maker" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `admin_key_required`: The operation changes the account, its API keys or its webhooks, and the API key has another scope than `admin`.
         *     - `password_required`: The API key expires or is restricted, and the request does not have the current password.
         *     - `password_wrong`: `currentpassword` is not the password of the account.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        ForbiddenOrAdminKeyRequiredOrPasswordRequiredOrPasswordWrong: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "admin_key_required" | "password_required" | "password_wrong" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `admin_key_required`: The operation changes the account, its API keys or its webhooks, and the API key has another scope than `admin`.
         *     - `password_wrong`: `currentpassword` is not the password of the account.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        ForbiddenOrAdminKeyRequiredOrPasswordWrong: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "admin_key_required" | "password_wrong" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `admin_key_required`: The operation changes the account, its API keys or its webhooks, and the API key has another scope than `admin`.
         *     - `webhook_limit`: The account has as many webhooks as it may have.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        ForbiddenOrAdminKeyRequiredOrWebhookLimit: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "admin_key_required" | "webhook_limit" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `link_quarantined`: The operator of the service has quarantined the short link: visitors do not get on, and it cannot be changed or deleted.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        ForbiddenOrLinkQuarantined: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "link_quarantined" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `plan_limit`: The account has as many of these as its plan allows.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        ForbiddenOrPlanLimit: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "plan_limit" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The API key or the plan does not allow this.
         *
         *     - `read_only_key`: The API key has the scope `read`, and the operation changes something.
         *     - `template_limit`: The account has as many templates of QR codes as it may have.
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        ForbiddenOrTemplateLimit: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may only read; use one with the scope `write`.",
                 *       "code": "read_only_key"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "read_only_key" | "template_limit" | "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         */
        InProgress: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The first request with this Idempotency-Key is still running.",
                 *       "code": "idempotency_in_progress"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         *     - `alias_taken`: Another link or bio page has this alias on this domain.
         */
        InProgressOrAliasTaken: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This alias is taken on this domain; choose another one.",
                 *       "code": "alias_taken",
                 *       "errors": [
                 *         {
                 *           "path": "/custom",
                 *           "message": "This alias is taken on this domain; choose another one."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress" | "alias_taken";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         *     - `alias_taken`: Another link or bio page has this alias on this domain.
         *     - `externalid_taken`: Another link, QR code or bio page of the account has this `externalid`; each kind has its own.
         */
        InProgressOrAliasTakenOrExternalidTaken: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This alias is taken on this domain; choose another one.",
                 *       "code": "alias_taken",
                 *       "errors": [
                 *         {
                 *           "path": "/custom",
                 *           "message": "This alias is taken on this domain; choose another one."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress" | "alias_taken" | "externalid_taken";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         *     - `domain_taken`: The domain is registered already, or was deleted by another account within the last 30 days.
         *     - `alias_taken`: Another link or bio page has this alias on this domain.
         */
        InProgressOrDomainTakenOrAliasTaken: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This domain is registered already.",
                 *       "code": "domain_taken",
                 *       "errors": [
                 *         {
                 *           "path": "/domain",
                 *           "message": "This domain is registered already."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress" | "domain_taken" | "alias_taken";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         *     - `email_taken`: Another account has this e-mail address.
         */
        InProgressOrEmailTaken: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This e-mail address belongs to an account already.",
                 *       "code": "email_taken",
                 *       "errors": [
                 *         {
                 *           "path": "/email",
                 *           "message": "This e-mail address belongs to an account already."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress" | "email_taken";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         *     - `externalid_taken`: Another link, QR code or bio page of the account has this `externalid`; each kind has its own.
         */
        InProgressOrExternalidTaken: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This externalid is taken: the account has something with it.",
                 *       "code": "externalid_taken",
                 *       "errors": [
                 *         {
                 *           "path": "/externalid",
                 *           "message": "This externalid is taken: the account has something with it."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress" | "externalid_taken";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         *     - `key_replaced`: The API key was rotated before: another key replaces it.
         */
        InProgressOrKeyReplaced: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The API key was replaced before: rotate the key that replaces it.",
                 *       "code": "key_replaced"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress" | "key_replaced";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         *     - `slug_taken`: Another campaign has this slug.
         */
        InProgressOrSlugTaken: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This slug is taken; choose another one.",
                 *       "code": "slug_taken",
                 *       "errors": [
                 *         {
                 *           "path": "/slug",
                 *           "message": "This slug is taken; choose another one."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress" | "slug_taken";
                };
            };
        };
        /**
         * @description The request conflicts with a value that is taken, or with another request.
         *
         *     - `idempotency_in_progress`: The first request with this `Idempotency-Key` has no answer yet.
         *     - `webhook_busy`: As many events or tests wait to be sent to the webhook as may.
         */
        InProgressOrWebhookBusy: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After-In-Progress"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "Too much waits for the webhook: at most 5000 events and 20 tests. Wait until some are sent.",
                 *       "code": "webhook_busy"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_in_progress" | "webhook_busy";
                };
            };
        };
        /**
         * @description The API key is restricted.
         *
         *     - `ip_not_allowed`: The request comes from an address that is not in the `ips` of the API key.
         *     - `permission_required`: The `permissions` of the API key do not allow the operation.
         *     - `domain_not_allowed`: The API key is restricted to `domains`, and the operation, or what it would do, is not about links on these alone.
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        KeyRestricted: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This API key may not be used from 203.0.113.7.",
                 *       "code": "ip_not_allowed"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "ip_not_allowed" | "permission_required" | "domain_not_allowed" | "account_suspended";
                };
            };
        };
        /**
         * @description The `Idempotency-Key` belongs to another request.
         *
         *     - `idempotency_key_reused`: Within 24 hours, another request (method, address or body) was sent with this `Idempotency-Key`.
         */
        KeyReused: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "Another request was sent with this Idempotency-Key; use a new key for each request.",
                 *       "code": "idempotency_key_reused"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "idempotency_key_reused";
                };
            };
        };
        /**
         * @description The account has no such record.
         *
         *     - `not_found`: There is no such route, or the account has no record with this id.
         */
        NotFound: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "Link not found.",
                 *       "code": "not_found"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "not_found";
                };
            };
        };
        /** @description The picture of `If-None-Match` is current. */
        NotModified: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Content-Disposition": components["headers"]["Content-Disposition"];
                ETag: components["headers"]["ETag"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description Too many requests in this window. Wait for `Retry-After` seconds, then repeat. Requests in the meantime do not prolong the wait.
         *
         *     - `rate_limited`: More requests, logins or unsigned events than the limit allows in its window.
         */
        TooManyRequests: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "More than 30 requests in a minute; wait until the window resets.",
                 *       "code": "rate_limited"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "rate_limited";
                };
            };
        };
        /**
         * @description The API key is missing, unknown, expired or revoked.
         *
         *     - `key_missing`: The request has no API key, or has it in another form than `Authorization: Bearer <API_KEY>`.
         *     - `key_unknown`: No account has this API key.
         *     - `key_revoked`: The API key was deleted or replaced.
         *     - `key_expired`: The API key was valid until a time that has passed.
         */
        Unauthorized: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "Send your API key as `Authorization: Bearer <API_KEY>`.",
                 *       "code": "key_missing"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "key_missing" | "key_unknown" | "key_revoked" | "key_expired";
                };
            };
        };
        /**
         * @description The service is temporarily unavailable: the database cannot be reached, or the service is restarting.
         *
         *     - `database_away`: The database cannot be reached, or does not answer in time.
         *     - `busy`: Too many requests change the same row, or the queue for work of this kind is full.
         *     - `closing`: The service is restarting.
         */
        Unavailable: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The database cannot be reached just now; try again shortly.",
                 *       "code": "database_away"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "database_away" | "busy" | "closing";
                };
            };
        };
        /**
         * @description Any other failure: an error of the service (500), or a request that is not valid HTTP.
         *
         *     - `internal_error`: An error of the service. It was logged with the `X-Request-Id` of the response.
         *     - `invalid_request`: The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.
         *     - `request_timeout`: The request did not arrive completely in time.
         *     - `uri_too_long`: The URL of the request is too long.
         *     - `headers_too_large`: The headers of the request are larger than 16 KiB.
         *     - `expectation_failed`: The header `Expect` asks for something other than `100-continue`.
         */
        UnexpectedFailure: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "Something went wrong on our side. It has been logged.",
                 *       "code": "internal_error"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "internal_error" | "invalid_request" | "request_timeout" | "uri_too_long" | "headers_too_large" | "expectation_failed";
                };
            };
        };
        /**
         * @description A setting of the service does not allow this.
         *
         *     - `account_suspended`: The operator of the service has suspended the account.
         */
        UnmeteredAccountSuspended: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This account has been suspended by the operator of this service.",
                 *       "code": "account_suspended"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "account_suspended";
                };
            };
        };
        /**
         * @description The input is not valid, or not JSON. `errors` names every invalid field.
         *
         *     - `invalid_request`: The body is not JSON, a value is missing or not valid, or the request itself is not valid HTTP.
         */
        UnmeteredBadRequest: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "name is required.",
                 *       "code": "invalid_request",
                 *       "errors": [
                 *         {
                 *           "path": "/name",
                 *           "message": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /**
         * @description The sender could not be authenticated.
         *
         *     - `bad_signature`: The signature of a payment event is missing, wrong or too old.
         */
        UnmeteredBadSignature: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The signature of this event is missing, wrong or too old.",
                 *       "code": "bad_signature"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "bad_signature";
                };
            };
        };
        /**
         * @description The body is too large.
         *
         *     - `body_too_large`: The body is larger than the operation accepts: 1 MiB, 4 MiB for up to 1,000 items, or 256 KiB for a payment event.
         */
        UnmeteredContentTooLarge: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The body is too large: at most 1 MiB are accepted.",
                 *       "code": "body_too_large"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "body_too_large";
                };
            };
        };
        /**
         * @description A value that must be unique is taken.
         *
         *     - `email_taken`: Another account has this e-mail address.
         *     - `username_taken`: Another account has this user name; upper and lower case are the same.
         */
        UnmeteredEmailTakenOrUsernameTaken: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "This e-mail address belongs to an account already.",
                 *       "code": "email_taken",
                 *       "errors": [
                 *         {
                 *           "path": "/email",
                 *           "message": "This e-mail address belongs to an account already."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "email_taken" | "username_taken";
                };
            };
        };
        /**
         * @description The sender could not be authenticated.
         *
         *     - `login_failed`: No account has this name, or the password is not its password.
         */
        UnmeteredLoginFailed: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "The name or the password is wrong.",
                 *       "code": "login_failed"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "login_failed";
                };
            };
        };
        /**
         * @description The account has no such record.
         *
         *     - `not_found`: There is no such route, or the account has no record with this id.
         */
        UnmeteredNotFound: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "Link not found.",
                 *       "code": "not_found"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "not_found";
                };
            };
        };
        /**
         * @description A setting of the service does not allow this.
         *
         *     - `registration_closed`: The operator of the service does not let people register (`REGISTRATION`).
         */
        UnmeteredRegistrationClosed: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "Registration is closed on this service; ask its operator for an account.",
                 *       "code": "registration_closed"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "registration_closed";
                };
            };
        };
        /**
         * @description Too many requests in this window. Wait for `Retry-After` seconds, then repeat. Requests in the meantime do not prolong the wait.
         *
         *     - `rate_limited`: More requests, logins or unsigned events than the limit allows in its window.
         */
        UnmeteredTooManyRequests: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "More than 30 requests in a minute; wait until the window resets.",
                 *       "code": "rate_limited"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "rate_limited";
                };
            };
        };
        /**
         * @description The body is not plain JSON.
         *
         *     - `unsupported_media_type`: The body is not JSON, or is compressed (`Content-Encoding`).
         */
        UnmeteredUnsupportedMediaType: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "Send the body as JSON with Content-Type: application/json.",
                 *       "code": "unsupported_media_type"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "unsupported_media_type";
                };
            };
        };
        /**
         * @description The body is not plain JSON.
         *
         *     - `unsupported_media_type`: The body is not JSON, or is compressed (`Content-Encoding`).
         */
        UnsupportedMediaType: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "App-Version": components["headers"]["App-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": 1,
                 *       "message": "Send the body as JSON with Content-Type: application/json.",
                 *       "code": "unsupported_media_type"
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code?: "unsupported_media_type";
                };
            };
        };
    };
    parameters: {
        /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
        "Idempotency-Key": string;
        /** @description Results per page; values above 1000 count as 1000. */
        limit: number;
        /** @description Page number. */
        page: number;
    };
    requestBodies: never;
    headers: {
        /** @description Version of the API. */
        "API-Version": "v1";
        /** @description Version of the application behind the API. */
        "App-Version": "7.3.1";
        /** @description That the body is to be saved, and the name of the file. Of pictures only with `download=true`. */
        "Content-Disposition": string;
        /** @description Version of the picture; send it as `If-None-Match` to get 304 while it is current. */
        ETag: string;
        /** @description Comes with the stored answer of an earlier request that had the same `Idempotency-Key`. */
        "Idempotent-Replayed": "true";
        /** @description Seconds to wait before the next attempt. */
        "Retry-After": number;
        /** @description `Retry-After`, with `idempotency_in_progress` alone: seconds to wait before the next attempt. */
        "Retry-After-In-Progress": number;
        /** @description Authentication scheme for the header `Authorization`. */
        "WWW-Authenticate": string;
        /** @description Cursor for `after`: of the records that follow these, now or later. */
        "X-Next-Cursor": string;
        /** @description The number of requests that this one counts as: one per 100 items, rounded up. A stored reply counts as one and has no such header, nor has what is refused before the items are counted. */
        "X-RateLimit-Cost": number;
        /** @description Requests allowed per window. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in this window. */
        "X-RateLimit-Remaining": number;
        /** @description When the window resets: Unix time in seconds, rounded up. */
        "X-RateLimit-Reset": number;
        /** @description Id of the request in the logs: that of the request header if it is well-formed, else a new one. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "id": 42,
                     *         "email": "ada@example.com",
                     *         "username": "ada",
                     *         "avatar": "http://localhost:3000/avatar/42.svg",
                     *         "status": "pro",
                     *         "expires": "2027-06-01 09:30:00",
                     *         "registered": "2026-06-01 09:30:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    postAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "id": 42,
                     *         "email": "ada@example.com",
                     *         "username": "ada",
                     *         "avatar": "http://localhost:3000/avatar/42.svg",
                     *         "status": "pro",
                     *         "expires": "2027-06-01 09:30:00",
                     *         "registered": "2026-06-01 09:30:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "the current password"
                 *     }
                 */
                "application/json": components["schemas"]["AccountDeletion"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Link has been deleted successfully.",
                     *       "job": 42
                     *     }
                     */
                    "application/json": components["schemas"]["AccountDeleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequiredOrPasswordWrong"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getAccountStatistics: {
        parameters: {
            query?: {
                /** @description Also group the visits by this; in CSV, instead of over time. `source` is the parameter `wm_source` of the visit, `target` the side of a split, `rule` the rule that chose the destination, `path` the path of the referrer. */
                by?: "country" | "referrer" | "browser" | "os" | "device" | "language" | "campaign" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "source" | "target" | "rule" | "path" | "city";
                /** @description Start, inclusive. Default: 30 days ago. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                from?: string;
                /** @description Also count the visits by day of the week and hour of the day. */
                heatmap?: boolean;
                /** @description Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`. */
                include?: string;
                /** @description Length of the steps of the series; weeks start on Monday. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description IANA time zone of `from`, `to` and the steps. */
                timezone?: string;
                /** @description End: a date includes the whole day, a time is exclusive. Default: now. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Visits of a link, QR code, bio page or group of links. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "clicks": 128,
                     *         "uniqueClicks": 128,
                     *         "lag": 128,
                     *         "from": "2026-10-31 23:00:00",
                     *         "to": "2026-11-30 23:00:00",
                     *         "timezone": "Europe/Berlin",
                     *         "interval": "month",
                     *         "series": [
                     *           {
                     *             "date": "2026-11-01 00:00:00",
                     *             "utc": "2026-10-31 23:00:00",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "by": "country",
                     *         "groups": [
                     *           {
                     *             "name": "Germany",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "heatmap": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VisitStatisticsReply"];
                    /**
                     * @example country,clicks,uniqueClicks
                     *     Germany,128,97
                     *     Unknown,3,3
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “Account has been successfully updated.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Account has been successfully updated."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequiredOrPasswordRequiredOrPasswordWrong"];
            409: components["responses"]["InProgressOrEmailTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getBio: {
        parameters: {
            query?: {
                /** @description Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`. */
                include?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the bio page, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One bio page and its statistics. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "alias": "ada",
                     *         "link": "https://go.example.com/ada",
                     *         "name": "Ada",
                     *         "title": "Ada Lovelace",
                     *         "description": "Guide on the northern traverse.",
                     *         "externalid": "sku-4711",
                     *         "theme": "trail",
                     *         "published": false,
                     *         "clicks": 128,
                     *         "uniqueclicks": 128,
                     *         "domain": "https://go.example.com",
                     *         "attached": true,
                     *         "date": "2026-06-01 09:30:00",
                     *         "publicstats": false,
                     *         "blocks": [
                     *           {
                     *             "type": "link",
                     *             "text": "Trail map",
                     *             "url": "https://example.com/map"
                     *           }
                     *         ],
                     *         "image": "https://example.com/picture.jpg",
                     *         "colors": {
                     *           "background": "#FFF7E8",
                     *           "text": "#2B2118",
                     *           "button": "#7A1F3D",
                     *           "buttontext": "#FFFFFF"
                     *         },
                     *         "font": "serif",
                     *         "language": "de",
                     *         "preview": "https://go.example.com/ada?access=1830297600.4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw"
                     *       },
                     *       "data": {
                     *         "clicks": 128,
                     *         "uniqueClicks": 128,
                     *         "topCountries": {
                     *           "Germany": "92",
                     *           "Unknown": "36"
                     *         },
                     *         "topReferrers": {
                     *           "Direct": "86",
                     *           "news.example.com": "30",
                     *           "facebook.com": "12"
                     *         },
                     *         "topBrowsers": {
                     *           "Chrome": "83",
                     *           "Safari": "45"
                     *         },
                     *         "topOs": {
                     *           "Android": "70",
                     *           "iOS": "58"
                     *         },
                     *         "socialCount": {
                     *           "facebook": 12,
                     *           "twitter": 0,
                     *           "instagram": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BioReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listBioAnswers: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Only answers to the form with this key. */
                form?: string;
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the bio page, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of answers to forms. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "answers": [
                     *           {
                     *             "id": 42,
                     *             "form": "tour",
                     *             "date": "2026-06-01 09:30:00",
                     *             "answers": [
                     *               {
                     *                 "kind": "email",
                     *                 "label": "E-mail",
                     *                 "value": "ada@example.com"
                     *               }
                     *             ],
                     *             "consent": "I agree that you use my address to plan the tour.",
                     *             "consentdate": "2026-06-01 09:30:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BioAnswerList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    exportBioAnswers: {
        parameters: {
            query?: {
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Only answers to the form with this key. */
                form?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the bio page, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table with a header line. Values that spreadsheets would run as a formula are escaped. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id,form,date,consent,consentdate,E-mail
                     *     42,tour,2026-06-01 09:30:00,I agree.,2026-06-01 09:30:00,ada@example.com
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getBioAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the answer.
                 * @example 42
                 */
                answer: number;
                /**
                 * @description Id of the bio page, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One answer. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "answer": {
                     *         "id": 42,
                     *         "form": "tour",
                     *         "date": "2026-06-01 09:30:00",
                     *         "answers": [
                     *           {
                     *             "kind": "email",
                     *             "label": "E-mail",
                     *             "value": "ada@example.com"
                     *           }
                     *         ],
                     *         "consent": "I agree that you use my address to plan the tour.",
                     *         "consentdate": "2026-06-01 09:30:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BioAnswerReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteBioAnswer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the answer.
                 * @example 42
                 */
                answer: number;
                /**
                 * @description Id of the bio page, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Answer has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Answer has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteBio: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the bio page, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Bio has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Bio has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listBioLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the bio page, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links of a bio page. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "links": [
                     *         {
                     *           "key": "EAaArVRs5qV39C9S",
                     *           "url": "https://example.com/map",
                     *           "text": "Trail map",
                     *           "clicks": 128,
                     *           "uniqueClicks": 128
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BioLinksReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getBioStatistics: {
        parameters: {
            query?: {
                /** @description Also group the visits by this; in CSV, instead of over time. `source` is the parameter `wm_source` of the visit, `target` the side of a split, `rule` the rule that chose the destination, `path` the path of the referrer. */
                by?: "country" | "referrer" | "browser" | "os" | "device" | "language" | "campaign" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "source" | "target" | "rule" | "path" | "city" | "channel";
                /** @description Start, inclusive. Default: 30 days ago. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                from?: string;
                /** @description Also count the visits by day of the week and hour of the day. */
                heatmap?: boolean;
                /** @description Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`. */
                include?: string;
                /** @description Length of the steps of the series; weeks start on Monday. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description Only visits that followed this link of the page. */
                link?: string;
                /** @description IANA time zone of `from`, `to` and the steps. */
                timezone?: string;
                /** @description End: a date includes the whole day, a time is exclusive. Default: now. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the bio page, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Visits of a link, QR code, bio page or group of links. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "clicks": 128,
                     *         "uniqueClicks": 128,
                     *         "lag": 128,
                     *         "from": "2026-10-31 23:00:00",
                     *         "to": "2026-11-30 23:00:00",
                     *         "timezone": "Europe/Berlin",
                     *         "interval": "month",
                     *         "series": [
                     *           {
                     *             "date": "2026-11-01 00:00:00",
                     *             "utc": "2026-10-31 23:00:00",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "by": "country",
                     *         "groups": [
                     *           {
                     *             "name": "Germany",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "heatmap": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VisitStatisticsReply"];
                    /**
                     * @example country,clicks,uniqueClicks
                     *     Germany,128,97
                     *     Unknown,3,3
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateBio: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the bio page, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Ada Lovelace",
                 *       "description": "Notes on the analytical engine"
                 *     }
                 */
                "application/json": components["schemas"]["BioChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “Bio has been updated successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Bio has been updated successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["DoneWithPictureWarnings"];
                };
            };
            400: components["responses"]["BadRequestOrAliasReservedOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgressOrAliasTakenOrExternalidTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createBio: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBio"];
            };
        };
        responses: {
            /** @description The bio page was created. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "link": "http://localhost:3000/h4Kp9Wz"
                     *     }
                     */
                    "application/json": components["schemas"]["BioCreated"];
                };
            };
            400: components["responses"]["BadRequestOrAliasReservedOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgressOrAliasTakenOrExternalidTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listBios: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Id of the channel that the pages are in. */
                channel?: number;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Domain of the pages, with or without the scheme; that of the service for those without one. */
                domain?: string;
                /** @description Id of the bio page in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id. */
                externalid?: string;
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bio pages. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "bios": [
                     *           {
                     *             "id": 42,
                     *             "alias": "ada",
                     *             "link": "https://go.example.com/ada",
                     *             "name": "Ada",
                     *             "title": "Ada Lovelace",
                     *             "description": "Guide on the northern traverse.",
                     *             "externalid": "sku-4711",
                     *             "theme": "trail",
                     *             "published": true,
                     *             "clicks": 128,
                     *             "uniqueclicks": 128,
                     *             "domain": "https://go.example.com",
                     *             "attached": true,
                     *             "date": "2026-06-01 09:30:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BioList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    assignLinkToCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the campaign.
                 * @example 42
                 */
                campaignid: number;
                /**
                 * @description Id of the link, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                linkid: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Link successfully added to the campaign.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Link successfully added to the campaign."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "domain": "Summer sale",
                     *         "name": "Summer sale",
                     *         "public": true,
                     *         "rotator": "http://localhost:3000/r/summer",
                     *         "list": "http://localhost:3000/u/ada/42"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignDetailsReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the campaign.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Campaign has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Campaign has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getCampaignStatistics: {
        parameters: {
            query?: {
                /** @description Also group the visits by this; in CSV, instead of over time. `source` is the parameter `wm_source` of the visit, `target` the side of a split, `rule` the rule that chose the destination, `path` the path of the referrer. */
                by?: "country" | "referrer" | "browser" | "os" | "device" | "language" | "campaign" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "source" | "target" | "rule" | "path" | "city";
                /** @description Start, inclusive. Default: 30 days ago. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                from?: string;
                /** @description Also count the visits by day of the week and hour of the day. */
                heatmap?: boolean;
                /** @description Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`. */
                include?: string;
                /** @description Length of the steps of the series; weeks start on Monday. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description IANA time zone of `from`, `to` and the steps. */
                timezone?: string;
                /** @description End: a date includes the whole day, a time is exclusive. Default: now. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Visits of a link, QR code, bio page or group of links. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "clicks": 128,
                     *         "uniqueClicks": 128,
                     *         "lag": 128,
                     *         "from": "2026-10-31 23:00:00",
                     *         "to": "2026-11-30 23:00:00",
                     *         "timezone": "Europe/Berlin",
                     *         "interval": "month",
                     *         "series": [
                     *           {
                     *             "date": "2026-11-01 00:00:00",
                     *             "utc": "2026-10-31 23:00:00",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "by": "country",
                     *         "groups": [
                     *           {
                     *             "name": "Germany",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "heatmap": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VisitStatisticsReply"];
                    /**
                     * @example country,clicks,uniqueClicks
                     *     Germany,128,97
                     *     Unknown,3,3
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the campaign.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Autumn sale",
                 *       "public": true
                 *     }
                 */
                "application/json": components["schemas"]["CampaignChange"];
            };
        };
        responses: {
            /** @description The campaign after the change. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "domain": "Summer sale",
                     *       "name": "Summer sale",
                     *       "public": true,
                     *       "rotator": "http://localhost:3000/r/summer",
                     *       "list": "http://localhost:3000/u/ada/42"
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgressOrSlugTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Summer sale",
                 *       "public": true
                 *     }
                 */
                "application/json": components["schemas"]["NewCampaign"];
            };
        };
        responses: {
            /** @description The campaign after the change. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "domain": "Summer sale",
                     *       "name": "Summer sale",
                     *       "public": true,
                     *       "rotator": "http://localhost:3000/r/summer",
                     *       "list": "http://localhost:3000/u/ada/42"
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgressOrSlugTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "campaigns": [
                     *           {
                     *             "id": 42,
                     *             "domain": "Summer sale",
                     *             "name": "Summer sale",
                     *             "public": true,
                     *             "rotator": "http://localhost:3000/r/summer",
                     *             "list": "http://localhost:3000/u/ada/42"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    assignItemToChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 42
                 */
                channelid: number;
                /**
                 * @description Id of the item, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                itemid: number | string;
                /**
                 * @description Type of the item.
                 * @example links
                 */
                type: "links" | "bio" | "qr";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Item successfully added to the channel.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Item successfully added to the channel."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    unassignItemFromChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 42
                 */
                channelid: number;
                /**
                 * @description Id of the item, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                itemid: number | string;
                /**
                 * @description Type of the item.
                 * @example links
                 */
                type: "links" | "bio" | "qr";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Item successfully removed from the channel.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Item successfully removed from the channel."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listChannelItems: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the channel.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of items of a channel. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "items": [
                     *           {
                     *             "type": "links",
                     *             "id": 42,
                     *             "title": "Summer sale",
                     *             "preview": "http://localhost:3000/card/link/42.svg?key=1830297600.4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw",
                     *             "link": "https://go.example.com/summer-sale",
                     *             "date": "2026-06-01"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelItemList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Channel has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Channel has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getChannelStatistics: {
        parameters: {
            query?: {
                /** @description Also group the visits by this; in CSV, instead of over time. `source` is the parameter `wm_source` of the visit, `target` the side of a split, `rule` the rule that chose the destination, `path` the path of the referrer. */
                by?: "country" | "referrer" | "browser" | "os" | "device" | "language" | "campaign" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "source" | "target" | "rule" | "path" | "city";
                /** @description Start, inclusive. Default: 30 days ago. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                from?: string;
                /** @description Also count the visits by day of the week and hour of the day. */
                heatmap?: boolean;
                /** @description Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`. */
                include?: string;
                /** @description Length of the steps of the series; weeks start on Monday. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description IANA time zone of `from`, `to` and the steps. */
                timezone?: string;
                /** @description End: a date includes the whole day, a time is exclusive. Default: now. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the channel.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Visits of a link, QR code, bio page or group of links. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "clicks": 128,
                     *         "uniqueClicks": 128,
                     *         "lag": 128,
                     *         "from": "2026-10-31 23:00:00",
                     *         "to": "2026-11-30 23:00:00",
                     *         "timezone": "Europe/Berlin",
                     *         "interval": "month",
                     *         "series": [
                     *           {
                     *             "date": "2026-11-01 00:00:00",
                     *             "utc": "2026-10-31 23:00:00",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "by": "country",
                     *         "groups": [
                     *           {
                     *             "name": "Germany",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "heatmap": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VisitStatisticsReply"];
                    /**
                     * @example country,clicks,uniqueClicks
                     *     Germany,128,97
                     *     Unknown,3,3
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Weekly letter",
                 *       "starred": false
                 *     }
                 */
                "application/json": components["schemas"]["ChannelChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “Channel has been updated successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Channel has been updated successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Newsletter",
                 *       "description": "Links of the weekly letter",
                 *       "color": "#1D7A5F",
                 *       "starred": true
                 *     }
                 */
                "application/json": components["schemas"]["NewChannel"];
            };
        };
        responses: {
            /** @description The channel was created. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "name": "Newsletter",
                     *       "starred": true,
                     *       "description": "Links of the weekly letter",
                     *       "color": "#1D7A5F"
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listChannels: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of channels. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "channels": [
                     *           {
                     *             "id": 42,
                     *             "name": "Newsletter",
                     *             "starred": true,
                     *             "description": "Links of the weekly letter",
                     *             "color": "#1D7A5F"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the delivery.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Event will be sent again.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Event will be sent again."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgressOrWebhookBusy"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the domain.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "domain": "https://go.example.com",
                     *         "caseinsensitive": false,
                     *         "apple": [
                     *           {
                     *             "app": "ABCDE12345.com.example.app",
                     *             "paths": [
                     *               "/promo/*"
                     *             ],
                     *             "exclude": [
                     *               "/terms"
                     *             ]
                     *           }
                     *         ],
                     *         "android": [
                     *           {
                     *             "package": "com.example.app",
                     *             "fingerprints": [
                     *               "14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83"
                     *             ],
                     *             "paths": [
                     *               "/promo/*"
                     *             ],
                     *             "exclude": [
                     *               "/terms"
                     *             ]
                     *           }
                     *         ],
                     *         "redirectroot": "https://example.com",
                     *         "redirect404": "https://example.com/lost",
                     *         "language": "de",
                     *         "brandname": "Alpine Club",
                     *         "brandlogo": "https://example.com/logo.png",
                     *         "brandcolors": {
                     *           "background": "#FFF7E8",
                     *           "text": "#2B2118",
                     *           "button": "#7A1F3D",
                     *           "buttontext": "#FFFFFF"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DomainReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the domain.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Domain has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Domain has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getDomainStatistics: {
        parameters: {
            query?: {
                /** @description Also group the visits by this; in CSV, instead of over time. `source` is the parameter `wm_source` of the visit, `target` the side of a split, `rule` the rule that chose the destination, `path` the path of the referrer. */
                by?: "country" | "referrer" | "browser" | "os" | "device" | "language" | "campaign" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "source" | "target" | "rule" | "path" | "city";
                /** @description Start, inclusive. Default: 30 days ago. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                from?: string;
                /** @description Also count the visits by day of the week and hour of the day. */
                heatmap?: boolean;
                /** @description Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`. */
                include?: string;
                /** @description Length of the steps of the series; weeks start on Monday. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description IANA time zone of `from`, `to` and the steps. */
                timezone?: string;
                /** @description End: a date includes the whole day, a time is exclusive. Default: now. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the domain.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Visits of a link, QR code, bio page or group of links. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "clicks": 128,
                     *         "uniqueClicks": 128,
                     *         "lag": 128,
                     *         "from": "2026-10-31 23:00:00",
                     *         "to": "2026-11-30 23:00:00",
                     *         "timezone": "Europe/Berlin",
                     *         "interval": "month",
                     *         "series": [
                     *           {
                     *             "date": "2026-11-01 00:00:00",
                     *             "utc": "2026-10-31 23:00:00",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "by": "country",
                     *         "groups": [
                     *           {
                     *             "name": "Germany",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "heatmap": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VisitStatisticsReply"];
                    /**
                     * @example country,clicks,uniqueClicks
                     *     Germany,128,97
                     *     Unknown,3,3
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getDomainStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the domain.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The expected and the actual DNS records. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "pointed": true,
                     *         "expected": [
                     *           "CNAME waymark.example.com"
                     *         ],
                     *         "found": [
                     *           "CNAME waymark.example.com"
                     *         ],
                     *         "tls": true,
                     *         "tlsuntil": null,
                     *         "verified": "2026-06-01 09:30:00",
                     *         "lost": null,
                     *         "served": true,
                     *         "proof": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DomainStatusReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the domain.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "redirectroot": "https://example.com",
                 *       "redirect404": "https://example.com/lost"
                 *     }
                 */
                "application/json": components["schemas"]["DomainChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “Domain has been updated successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Domain has been updated successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["DoneWithPictureWarnings"];
                };
            };
            400: components["responses"]["BadRequestOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgressOrAliasTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "https://go.example.com",
                 *       "redirectroot": "https://example.com"
                 *     }
                 */
                "application/json": components["schemas"]["NewDomain"];
            };
        };
        responses: {
            /** @description The domain was added. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "proof": {
                     *         "expected": [
                     *           "TXT _waymark.go.example.com \"waymark-proof=3f8a…\""
                     *         ],
                     *         "found": [
                     *           "TXT \"waymark-proof=3f8a…\""
                     *         ],
                     *         "verified": "2026-06-01 09:30:00",
                     *         "lost": "2026-06-01 09:30:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DomainCreated"];
                };
            };
            400: components["responses"]["BadRequestOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlanLimit"];
            409: components["responses"]["InProgressOrDomainTakenOrAliasTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of branded domains. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "domains": [
                     *           {
                     *             "id": 42,
                     *             "domain": "https://go.example.com",
                     *             "caseinsensitive": false,
                     *             "apple": [
                     *               {
                     *                 "app": "ABCDE12345.com.example.app",
                     *                 "paths": [
                     *                   "/promo/*"
                     *                 ],
                     *                 "exclude": [
                     *                   "/terms"
                     *                 ]
                     *               }
                     *             ],
                     *             "android": [
                     *               {
                     *                 "package": "com.example.app",
                     *                 "fingerprints": [
                     *                   "14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83:14:6D:E9:83"
                     *                 ],
                     *                 "paths": [
                     *                   "/promo/*"
                     *                 ],
                     *                 "exclude": [
                     *                   "/terms"
                     *                 ]
                     *               }
                     *             ],
                     *             "redirectroot": "https://example.com",
                     *             "redirect404": "https://example.com/lost",
                     *             "language": "de",
                     *             "brandname": "Alpine Club",
                     *             "brandlogo": "https://example.com/logo.png",
                     *             "brandcolors": {
                     *               "background": "#FFF7E8",
                     *               "text": "#2B2118",
                     *               "button": "#7A1F3D",
                     *               "buttontext": "#FFFFFF"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DomainList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Cursor: `nextcursor` of the previous reply. */
                after?: string;
                /** @description Only events of the bio page with this id. */
                bio?: number;
                /** @description Only events of the campaign with this id. */
                campaign?: number;
                /** @description Only events of this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only events before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Only events of the domain with this id. */
                domain?: number;
                /** @description Only events that requests with the API key with this id caused. */
                key?: number;
                /** @description Events per reply; values above 1000 count as 1000. */
                limit?: number;
                /** @description Only events of the link with this id. */
                link?: number;
                /** @description Only events of the QR code with this id. */
                qr?: number;
                /** @description Only events of this type. */
                type?: "link.created" | "link.updated" | "link.deleted" | "link.expired" | "link.milestone" | "link.broken" | "link.recovered" | "link.quarantined" | "link.released" | "qr.created" | "qr.updated" | "qr.deleted" | "bio.created" | "bio.updated" | "bio.deleted" | "bio.answered" | "campaign.created" | "campaign.updated" | "campaign.deleted" | "domain.created" | "domain.updated" | "domain.deleted" | "domain.verified" | "domain.lost" | "limit.reached" | "visits.recorded";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "perpage": 15,
                     *         "nextcursor": "djE6ODQxOjQy",
                     *         "more": false,
                     *         "events": [
                     *           {
                     *             "id": "evt_42",
                     *             "type": "link.created",
                     *             "date": "2026-06-01 09:30:00",
                     *             "actor": {
                     *               "type": "key",
                     *               "keyid": 42,
                     *               "keyname": "CI"
                     *             },
                     *             "data": {
                     *               "id": 42,
                     *               "externalid": "sku-4711",
                     *               "shorturl": "https://go.example.com/summer-sale",
                     *               "longurl": "https://example.com/page",
                     *               "title": "Summer sale",
                     *               "campaign": 42,
                     *               "changed": [
                     *                 "name"
                     *               ],
                     *               "visits": 1000,
                     *               "reason": "expiry",
                     *               "status": 404,
                     *               "cause": "reported as phishing",
                     *               "fault": "The URL could not be fetched."
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    exportAccount: {
        parameters: {
            query?: {
                /** @description `ndjson`: everything, one record a line; `POST /api/import` reads it. `csv`: a table of the links. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. The last line of NDJSON has `"kind":"end"`; without it the export was cut off. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {"kind":"export","format":"waymark-export","version":1}
                     *     {"kind":"end","records":0}
                     */
                    "application/x-ndjson": string;
                    /**
                     * @example Short URL,Alias
                     *     https://go.example.com/summer-sale,summer-sale
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    importFile: {
        parameters: {
            query?: {
                /** @description What to do with a link whose alias is taken: skip it, replace the account’s own link, or give it another alias (`sale-2`). */
                conflicts?: "skip" | "replace" | "rename";
                /** @description Branded domain for links whose own domain the account does not have. Default: the service’s own host. */
                domain?: string;
                /** @description true: only the report is stored, as if the import had run. */
                dryrun?: boolean;
                /** @description What the file is: an export of this service, a CSV or SQL file of another one, or any CSV with usual column names. Default: by the content type, `waymark` for NDJSON, `csv` for CSV, `yourls-sql` for SQL. */
                source?: "waymark" | "csv" | "bitly-csv" | "shortio-csv" | "dub-csv" | "shlink-csv" | "yourls-csv" | "yourls-sql";
            };
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example INSERT INTO `yourls_url` VALUES ('moved-sql','https://example.com','','2024-01-02 03:04:05','',7); */
                "application/sql": string;
                /**
                 * @example {"kind":"export","format":"waymark-export","version":1}
                 *     {"kind":"link","id":1,"alias":"moved","url":"https://example.com"}
                 *     {"kind":"end"}
                 */
                "application/x-ndjson": string;
                /**
                 * @example Long URL,Short code
                 *     https://example.com/page,summer-sale
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The import was accepted. A job writes its rows; `GET /api/import/{id}` says how far it is. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42
                     *     }
                     */
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the import.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "source": "csv",
                     *         "status": "done",
                     *         "dryrun": false,
                     *         "conflicts": "skip",
                     *         "total": 1200,
                     *         "progress": 1200,
                     *         "created": 3,
                     *         "replaced": 3,
                     *         "renamed": 3,
                     *         "skipped": 3,
                     *         "failed": 3,
                     *         "message": "The service asks to wait for 60 seconds.",
                     *         "date": "2026-06-01 09:30:00",
                     *         "finished": "2026-06-01 09:30:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ImportReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getImportReport: {
        parameters: {
            query?: {
                /** @description Format of the report. */
                format?: "csv" | "ndjson";
                /** @description Only rows with this outcome. */
                outcome?: "created" | "replaced" | "renamed" | "skipped" | "failed";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the import.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome of each row. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"row":2,"kind":"link","alias":"summer-sale","outcome":"created","errors":null,"notes":null} */
                    "application/x-ndjson": string;
                    /**
                     * @example row,kind,alias,outcome,errors,notes
                     *     2,link,summer-sale,created,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    resumeImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the import.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "abc123"
                 *     }
                 */
                "application/json": components["schemas"]["ImportResume"];
            };
        };
        responses: {
            /** @description The import was accepted. A job writes its rows; `GET /api/import/{id}` says how far it is. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42
                     *     }
                     */
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    importService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "dub",
                 *       "key": "abc123"
                 *     }
                 */
                "application/json": components["schemas"]["ServiceImport"];
            };
        };
        responses: {
            /** @description The import was accepted. A job writes its rows; `GET /api/import/{id}` says how far it is. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42
                     *     }
                     */
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the job.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job was resumed. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42
                     *     }
                     */
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "jobs": [
                     *           {
                     *             "id": 42,
                     *             "kind": "delete_domain",
                     *             "progress": 128,
                     *             "total": 128,
                     *             "failures": 0,
                     *             "status": "done",
                     *             "error": "The export was cut off.",
                     *             "date": "2026-06-01 09:30:00",
                     *             "finished": "2026-06-01 09:30:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JobList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the key.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “API key has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "API key has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequiredOrKeyExceedsMaker"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the key.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap": 3600
                 *     }
                 */
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description The key was created. `apikey` is missing if the answer is replayed (`Idempotent-Replayed`). */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "apikey": "wm_4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequiredOrKeyLimitOrKeyExceedsMakerOrKeyOutlivesMaker"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgressOrKeyReplaced"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the key.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["KeyChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “API key has been updated successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "API key has been updated successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequiredOrKeyExceedsMakerOrKeyOutlivesMaker"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "CI",
                 *       "scope": "write",
                 *       "expires": "2030-01-01 00:00:00"
                 *     }
                 */
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The key was created. `apikey` is missing if the answer is replayed (`Idempotent-Replayed`). */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "apikey": "wm_4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequiredOrKeyLimitOrKeyExceedsMakerOrKeyOutlivesMaker"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of API keys. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "keys": [
                     *           {
                     *             "id": 42,
                     *             "name": "CI",
                     *             "prefix": "wm_Zx81Kq",
                     *             "scope": "write",
                     *             "listerror": "string",
                     *             "created": "2026-06-01 09:30:00",
                     *             "lastused": "2026-06-01 09:30:00",
                     *             "expires": "2030-01-01 00:00:00",
                     *             "permissions": {
                     *               "links": "create",
                     *               "statistics": "read"
                     *             },
                     *             "domains": [
                     *               "go.example.com"
                     *             ],
                     *             "ips": [
                     *               "203.0.113.0/24",
                     *               "2001:db8::1"
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listOverlays: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of CTA overlays. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "cta": [
                     *           {
                     *             "id": 42,
                     *             "type": "message",
                     *             "name": "Spring offer",
                     *             "date": "2026-06-01 09:30:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OverlayList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getOverlay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the overlay.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One overlay. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "type": "message",
                     *         "name": "Spring offer",
                     *         "date": "2026-06-01 09:30:00",
                     *         "position": "bottom",
                     *         "text": "Two nights for the price of one until the end of May.",
                     *         "button": "See the rooms",
                     *         "link": "https://example.com/rooms",
                     *         "colors": {
                     *           "background": "#1C2924",
                     *           "text": "#F5F1E6",
                     *           "button": "#F0764D"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OverlayReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteOverlay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the overlay.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Overlay has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Overlay has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateOverlay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the overlay.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Autumn offer"
                 *     }
                 */
                "application/json": components["schemas"]["OverlayChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “Overlay has been updated successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Overlay has been updated successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequestOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createOverlay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "message",
                 *       "name": "Spring offer"
                 *     }
                 */
                "application/json": components["schemas"]["NewOverlay"];
            };
        };
        responses: {
            /** @description The overlay was created. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42
                     *     }
                     */
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadRequestOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getPixel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the pixel.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pixel. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "type": "vendor01pixel",
                     *         "name": "Shop visitors",
                     *         "tag": "1234567890",
                     *         "date": "2026-06-01 09:30:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PixelReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deletePixel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the pixel.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Pixel has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Pixel has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updatePixel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the pixel.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop visitors",
                 *       "tag": "1234567890"
                 *     }
                 */
                "application/json": components["schemas"]["PixelChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “Pixel has been updated successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Pixel has been updated successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createPixel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "vendor01pixel",
                 *       "name": "Shop visitors",
                 *       "tag": "1234567890"
                 *     }
                 */
                "application/json": components["schemas"]["NewPixel"];
            };
        };
        responses: {
            /** @description The pixel was created. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42
                     *     }
                     */
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listPixels: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of pixels. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "pixels": [
                     *           {
                     *             "id": 42,
                     *             "type": "vendor01pixel",
                     *             "name": "Shop visitors",
                     *             "tag": "1234567890",
                     *             "date": "2026-06-01 09:30:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PixelList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listQrCodes: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Id of the channel that the codes are in. */
                channel?: number;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Domain of the codes, with or without the scheme; that of the service for those without one. */
                domain?: string;
                /** @description Id of the QR code in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id. */
                externalid?: string;
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of QR codes. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "qrs": [
                     *           {
                     *             "id": 42,
                     *             "link": "http://localhost:3000/qr/Zx81KqP",
                     *             "scans": 128,
                     *             "name": "Menu",
                     *             "externalid": "sku-4711",
                     *             "domain": null,
                     *             "attached": true,
                     *             "date": "2026-06-01 09:30:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QrList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getQrCode: {
        parameters: {
            query?: {
                /** @description Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`. */
                include?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the QR code, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One QR code and its statistics. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "link": "http://localhost:3000/qr/Zx81KqP",
                     *         "scans": 128,
                     *         "name": "Menu",
                     *         "externalid": "sku-4711",
                     *         "domain": null,
                     *         "attached": true,
                     *         "date": "2026-06-01 09:30:00",
                     *         "uniquescans": 128,
                     *         "type": "link",
                     *         "data": "https://example.com/menu",
                     *         "background": "rgb(255,255,255)",
                     *         "foreground": "rgb(20,40,90)",
                     *         "logo": "https://example.com/logo.png",
                     *         "design": {
                     *           "modules": "rounded",
                     *           "eyeframe": "circle",
                     *           "frame": {
                     *             "type": "bar",
                     *             "caption": "Scan me"
                     *           }
                     *         },
                     *         "static": false,
                     *         "publicstats": false,
                     *         "scan": "http://localhost:3000/q/Zx81KqP",
                     *         "picture": "http://localhost:3000/qr/Zx81KqP?v=3f2a9c"
                     *       },
                     *       "data": {
                     *         "clicks": 128,
                     *         "uniqueClicks": 128,
                     *         "topCountries": {
                     *           "Germany": "92",
                     *           "Unknown": "36"
                     *         },
                     *         "topReferrers": {
                     *           "Direct": "86",
                     *           "news.example.com": "30",
                     *           "facebook.com": "12"
                     *         },
                     *         "topBrowsers": {
                     *           "Chrome": "83",
                     *           "Safari": "45"
                     *         },
                     *         "topOs": {
                     *           "Android": "70",
                     *           "iOS": "58"
                     *         },
                     *         "socialCount": {
                     *           "facebook": 12,
                     *           "twitter": 0,
                     *           "instagram": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QrReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    checkQrCode: {
        parameters: {
            query?: {
                /** @description Quiet zone in modules. Default 4. */
                margin?: number;
                /** @description Width and height in pixels. Default: about 400. */
                size?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the QR code, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether phones will read the picture. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "scannable": true,
                     *         "decoded": true,
                     *         "contrast": {
                     *           "found": 21,
                     *           "needed": 3
                     *         },
                     *         "quietZone": {
                     *           "found": 4,
                     *           "needed": 4
                     *         },
                     *         "logo": {
                     *           "found": 0.24,
                     *           "needed": 0.25
                     *         },
                     *         "module": {
                     *           "found": 9,
                     *           "needed": 4
                     *         },
                     *         "warnings": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QrCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteQrCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the QR code, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “QR Code has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "QR Code has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getQrStatistics: {
        parameters: {
            query?: {
                /** @description Also group the visits by this; in CSV, instead of over time. `source` is the parameter `wm_source` of the visit, `target` the side of a split, `rule` the rule that chose the destination, `path` the path of the referrer. */
                by?: "country" | "referrer" | "browser" | "os" | "device" | "language" | "campaign" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "source" | "target" | "rule" | "path" | "city" | "channel";
                /** @description Start, inclusive. Default: 30 days ago. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                from?: string;
                /** @description Also count the visits by day of the week and hour of the day. */
                heatmap?: boolean;
                /** @description Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`. */
                include?: string;
                /** @description Length of the steps of the series; weeks start on Monday. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description IANA time zone of `from`, `to` and the steps. */
                timezone?: string;
                /** @description End: a date includes the whole day, a time is exclusive. Default: now. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the QR code, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Visits of a link, QR code, bio page or group of links. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "clicks": 128,
                     *         "uniqueClicks": 128,
                     *         "lag": 128,
                     *         "from": "2026-10-31 23:00:00",
                     *         "to": "2026-11-30 23:00:00",
                     *         "timezone": "Europe/Berlin",
                     *         "interval": "month",
                     *         "series": [
                     *           {
                     *             "date": "2026-11-01 00:00:00",
                     *             "utc": "2026-10-31 23:00:00",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "by": "country",
                     *         "groups": [
                     *           {
                     *             "name": "Germany",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "heatmap": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VisitStatisticsReply"];
                    /**
                     * @example country,clicks,uniqueClicks
                     *     Germany,128,97
                     *     Unknown,3,3
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateQrCode: {
        parameters: {
            query?: {
                /** @description true: a code that phones may not read is rejected instead of created with warnings. */
                strict?: boolean;
            };
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the QR code, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": "https://example.com/menu-autumn",
                 *       "foreground": "rgb(20,60,40)"
                 *     }
                 */
                "application/json": components["schemas"]["QrChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “QR has been updated successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "QR has been updated successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["QrUpdated"];
                };
            };
            400: components["responses"]["BadRequestOrMayNotScanOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgressOrExternalidTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createQrCode: {
        parameters: {
            query?: {
                /** @description true: a code that phones may not read is rejected instead of created with warnings. */
                strict?: boolean;
            };
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewQr"];
            };
        };
        responses: {
            /** @description The QR code was created. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "link": "http://localhost:3000/qr/Zx81KqP"
                     *     }
                     */
                    "application/json": components["schemas"]["QrCreated"];
                };
            };
            400: components["responses"]["BadRequestOrMayNotScanOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlanLimit"];
            409: components["responses"]["InProgressOrExternalidTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createQrCodes: {
        parameters: {
            query?: {
                /** @description true: a code that phones may not read is rejected instead of created with warnings. */
                strict?: boolean;
            };
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "type": "link",
                 *           "data": "https://example.com/menu"
                 *         },
                 *         {
                 *           "type": "text",
                 *           "data": "Boots off, please."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewQrs"];
            };
        };
        responses: {
            /** @description The result of each item. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "failed": 0,
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "id": 42,
                     *           "link": "http://localhost:3000/qr/Zx81KqP",
                     *           "code": "alias_taken",
                     *           "message": "This alias is taken on this domain; choose another one.",
                     *           "errors": [
                     *             {
                     *               "path": "/name",
                     *               "message": "is required",
                     *               "code": "invalid_request"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QrsDone"];
                };
            };
            400: components["responses"]["BulkBadRequestOrMayNotScanOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["BulkForbiddenOrPlanLimit"];
            409: components["responses"]["BulkInProgressOrExternalidTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["BulkTooManyRequests"];
            503: components["responses"]["BulkChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getQrTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the template.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "name": "Posters",
                     *         "background": "rgb(255,255,255)",
                     *         "foreground": "rgb(20,40,90)",
                     *         "logo": "https://example.com/logo.png",
                     *         "design": {
                     *           "modules": "rounded",
                     *           "eyeframe": "circle",
                     *           "frame": {
                     *             "type": "bar",
                     *             "caption": "Scan me"
                     *           }
                     *         },
                     *         "date": "2026-06-01 09:30:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QrTemplateReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteQrTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the template.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Template has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Template has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateQrTemplate: {
        parameters: {
            query?: {
                /** @description true: a code that phones may not read is rejected instead of created with warnings. */
                strict?: boolean;
            };
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the template.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["QrTemplateChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “Template has been updated successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Template has been updated successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["QrTemplateUpdated"];
                };
            };
            400: components["responses"]["BadRequestOrMayNotScan"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createQrTemplate: {
        parameters: {
            query?: {
                /** @description true: a code that phones may not read is rejected instead of created with warnings. */
                strict?: boolean;
            };
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Posters"
                 *     }
                 */
                "application/json": components["schemas"]["NewQrTemplate"];
            };
        };
        responses: {
            /** @description The template was created. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42
                     *     }
                     */
                    "application/json": components["schemas"]["QrTemplateCreated"];
                };
            };
            400: components["responses"]["BadRequestOrMayNotScan"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrTemplateLimit"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listQrTemplates: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of templates. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "templates": [
                     *           {
                     *             "id": 42,
                     *             "name": "Posters",
                     *             "background": "rgb(255,255,255)",
                     *             "foreground": "rgb(20,40,90)",
                     *             "logo": "https://example.com/logo.png",
                     *             "design": {
                     *               "modules": "rounded",
                     *               "eyeframe": "circle",
                     *               "frame": {
                     *                 "type": "bar",
                     *                 "caption": "Scan me"
                     *               }
                     *             },
                     *             "date": "2026-06-01 09:30:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QrTemplateList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listSplash: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of splash pages. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "splash": [
                     *           {
                     *             "id": 42,
                     *             "name": "Hut opening",
                     *             "date": "2026-06-01 09:30:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SplashList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getSplash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the splash page.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One splash page. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "name": "Hut opening",
                     *         "date": "2026-06-01 09:30:00",
                     *         "counter": 5,
                     *         "title": "Before you go: the hut opens in June",
                     *         "text": "We have new bunks and a stove.",
                     *         "image": "https://example.com/hut.jpg",
                     *         "link": "https://example.com/hut",
                     *         "language": "de"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SplashReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteSplash: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the splash page.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Splash has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Splash has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateSplash: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the splash page.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Hut closing"
                 *     }
                 */
                "application/json": components["schemas"]["SplashChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “Splash has been updated successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Splash has been updated successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["DoneWithPictureWarnings"];
                };
            };
            400: components["responses"]["BadRequestOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createSplash: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Hut opening"
                 *     }
                 */
                "application/json": components["schemas"]["NewSplash"];
            };
        };
        responses: {
            /** @description The splash page was created. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42
                     *     }
                     */
                    "application/json": components["schemas"]["SplashCreated"];
                };
            };
            400: components["responses"]["BadRequestOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getLink: {
        parameters: {
            query?: {
                /** @description Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`. */
                include?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link and its statistics. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "alias": "summer-sale",
                     *         "shorturl": "https://go.example.com/summer-sale",
                     *         "longurl": "https://example.com/page",
                     *         "title": "Summer sale",
                     *         "description": "Autumn mailing",
                     *         "externalid": "sku-4711",
                     *         "clicks": 128,
                     *         "uniqueclicks": 128,
                     *         "campaign": 42,
                     *         "channel": 42,
                     *         "domain": "https://go.example.com",
                     *         "attached": true,
                     *         "date": "2026-06-01 09:30:00",
                     *         "aliases": [
                     *           "spring-sale"
                     *         ],
                     *         "type": "direct",
                     *         "haspassword": false,
                     *         "start": "2029-12-01 00:00:00",
                     *         "expiry": "2030-01-01 00:00:00",
                     *         "status": "public",
                     *         "redirectstatus": 302,
                     *         "forward": true,
                     *         "pathforward": true,
                     *         "publicstats": false,
                     *         "referrerpath": false,
                     *         "devicetarget": [
                     *           {
                     *             "device": "android",
                     *             "link": "https://example.com/de"
                     *           }
                     *         ],
                     *         "languagetarget": [
                     *           {
                     *             "language": "de",
                     *             "link": "https://example.com/de"
                     *           }
                     *         ],
                     *         "timetarget": [
                     *           {
                     *             "from": "09:00",
                     *             "to": "17:00",
                     *             "days": [
                     *               1,
                     *               2,
                     *               3,
                     *               4,
                     *               5
                     *             ],
                     *             "timezone": "Europe/Berlin",
                     *             "link": "https://example.com/de"
                     *           }
                     *         ],
                     *         "splittarget": [
                     *           {
                     *             "link": "https://example.com/de",
                     *             "weight": 50
                     *           }
                     *         ],
                     *         "watch": true,
                     *         "startredirect": "https://example.com/soon",
                     *         "expirationredirect": "https://example.com/over",
                     *         "clicklimit": 1000,
                     *         "metatitle": "Summer sale",
                     *         "metadescription": "Everything must go",
                     *         "metaimage": "https://example.com/sale.png",
                     *         "geotarget": [
                     *           {
                     *             "location": "DE",
                     *             "link": "https://example.com/de"
                     *           }
                     *         ],
                     *         "parameters": [
                     *           {
                     *             "name": "aff",
                     *             "value": "3"
                     *           }
                     *         ],
                     *         "pixels": [
                     *           42
                     *         ],
                     *         "deeplink": {
                     *           "auto": true,
                     *           "apple": "https://apps.apple.com/app/id1",
                     *           "google": "https://play.google.com/store/apps/details?id=com.example"
                     *         },
                     *         "health": {
                     *           "broken": false,
                     *           "since": "2026-06-01 09:30:00",
                     *           "checked": "2026-06-01 09:30:00",
                     *           "status": 200,
                     *           "fault": "The server took too long to answer."
                     *         },
                     *         "quarantine": {
                     *           "since": "2026-06-01 09:30:00",
                     *           "until": "2030-01-31 00:00:00",
                     *           "reason": "reported as phishing"
                     *         }
                     *       },
                     *       "data": {
                     *         "clicks": 128,
                     *         "uniqueClicks": 128,
                     *         "topCountries": {
                     *           "Germany": "92",
                     *           "Unknown": "36"
                     *         },
                     *         "topReferrers": {
                     *           "Direct": "86",
                     *           "news.example.com": "30",
                     *           "facebook.com": "12"
                     *         },
                     *         "topBrowsers": {
                     *           "Chrome": "83",
                     *           "Safari": "45"
                     *         },
                     *         "topOs": {
                     *           "Android": "70",
                     *           "iOS": "58"
                     *         },
                     *         "socialCount": {
                     *           "facebook": 12,
                     *           "twitter": 0,
                     *           "instagram": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LinkReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getLinkAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the link, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed URLs for the owner of a link. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "link": "https://go.example.com/summer-sale?access=1830297600.4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw",
                     *       "stats": "https://go.example.com/summer-sale+?access=1830297600.4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw",
                     *       "expires": "2028-01-01 00:00:00"
                     *     }
                     */
                    "application/json": components["schemas"]["LinkAccess"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the link, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Link has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Link has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrLinkQuarantined"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    explainLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the link, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "DE",
                 *       "agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X)",
                 *       "language": "de-AT,en;q=0.5",
                 *       "time": "2026-12-24 18:00:00"
                 *     }
                 */
                "application/json": components["schemas"]["SupposedVisit"];
            };
        };
        responses: {
            /** @description The result of the hypothetical visit, and the reasons. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "rule": "country",
                     *       "action": "redirect",
                     *       "destination": "https://example.com/de",
                     *       "app": "myapp://product/42",
                     *       "class": "visitor",
                     *       "steps": [
                     *         {
                     *           "rule": "country",
                     *           "matched": true,
                     *           "why": "The country is DE, which is among the targets."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    drawLinkCode: {
        parameters: {
            query?: {
                /** @description Color of the light modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each. */
                background?: string;
                /** @description Text at the code, in any script. It takes one or two lines; longer texts are smaller. */
                caption?: string;
                /** @description true: browsers save the picture as a file instead of showing it. */
                download?: boolean;
                /** @description Shape of the centers of the eyes. Default: square. */
                eyeball?: "square" | "rounded" | "circle" | "leaf" | "drop";
                /** @description Color of the centers of the eyes in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each. */
                eyeballcolor?: string;
                /** @description Shape of the rings of the three eyes in the corners. Default: square. */
                eyeframe?: "square" | "rounded" | "circle" | "leaf" | "drop";
                /** @description Color of the rings of the eyes in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each. */
                eyeframecolor?: string;
                /** @description Color of the dark modules in the form `rgb(<r>,<g>,<b>)`, 0 to 255 each. */
                foreground?: string;
                /** @description text: only the caption; bar: the caption on a bar; bubble: on a speech bubble that points to the code; border: on a border around the code. */
                frame?: "text" | "bar" | "bubble" | "border";
                /** @description Quiet zone in modules. Default 4. */
                margin?: number;
                /** @description Shape of the dark modules. Default: square. */
                modules?: "square" | "dots" | "rounded" | "extra-rounded" | "classy" | "classy-rounded";
                /** @description Width and height in pixels. Default: about 400. */
                size?: number;
                /** @description true: a picture that phones may not read is a 400 that says why. */
                strict?: boolean;
                /** @description Id of a template of the account, whose colors, logo and design the picture has unless the query says otherwise. */
                template?: number;
                /** @description true: the picture has no background. It is read back on the color of `background`, which must be like that of the ground. JPEG pictures have the background. */
                transparent?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Format of the picture.
                 * @example svg
                 */
                format: "png" | "svg" | "webp" | "pdf" | "jpg" | "eps";
                /**
                 * @description Id of the link, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture, of the media type of its format. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example … */
                    "application/pdf": string;
                    /** @example … */
                    "application/postscript": string;
                    /** @example … */
                    "image/jpeg": string;
                    /** @example … */
                    "image/png": string;
                    /** @example … */
                    "image/svg+xml": string;
                    /** @example … */
                    "image/webp": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestOrMayNotScan"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getLinkStatistics: {
        parameters: {
            query?: {
                /** @description Also group the visits by this; in CSV, instead of over time. `source` is the parameter `wm_source` of the visit, `target` the side of a split, `rule` the rule that chose the destination, `path` the path of the referrer. */
                by?: "country" | "referrer" | "browser" | "os" | "device" | "language" | "campaign" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "source" | "target" | "rule" | "path" | "city" | "channel";
                /** @description Start, inclusive. Default: 30 days ago. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                from?: string;
                /** @description Also count the visits by day of the week and hour of the day. */
                heatmap?: boolean;
                /** @description Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`. */
                include?: string;
                /** @description Length of the steps of the series; weeks start on Monday. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description IANA time zone of `from`, `to` and the steps. */
                timezone?: string;
                /** @description End: a date includes the whole day, a time is exclusive. Default: now. In the requested time zone, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Visits of a link, QR code, bio page or group of links. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "data": {
                     *         "clicks": 128,
                     *         "uniqueClicks": 128,
                     *         "lag": 128,
                     *         "from": "2026-10-31 23:00:00",
                     *         "to": "2026-11-30 23:00:00",
                     *         "timezone": "Europe/Berlin",
                     *         "interval": "month",
                     *         "series": [
                     *           {
                     *             "date": "2026-11-01 00:00:00",
                     *             "utc": "2026-10-31 23:00:00",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "by": "country",
                     *         "groups": [
                     *           {
                     *             "name": "Germany",
                     *             "clicks": 128,
                     *             "uniqueClicks": 128
                     *           }
                     *         ],
                     *         "heatmap": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VisitStatisticsReply"];
                    /**
                     * @example country,clicks,uniqueClicks
                     *     Germany,128,97
                     *     Unknown,3,3
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the link, or `ext_` and its `externalid`, percent-encoded.
                 * @example 42
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/autumn",
                 *       "description": "Autumn sale"
                 *     }
                 */
                "application/json": components["schemas"]["LinkChange"];
            };
        };
        responses: {
            /** @description The link was updated. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "short": "https://go.example.com/summer-sale",
                     *       "shorturl": "https://go.example.com/summer-sale"
                     *     }
                     */
                    "application/json": components["schemas"]["LinkUpdated"];
                };
            };
            400: components["responses"]["BadRequestOrAliasReservedOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrLinkQuarantined"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgressOrAliasTakenOrExternalidTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/summer",
                 *       "description": "Summer sale",
                 *       "parameters": [
                 *         {
                 *           "name": "utm_source",
                 *           "value": "newsletter"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewLink"];
            };
        };
        responses: {
            /** @description The link was created or, with `reuse`, found. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "shorturl": "http://localhost:3000/Zx81KqP"
                     *     }
                     */
                    "application/json": components["schemas"]["LinkCreated"];
                };
            };
            400: components["responses"]["BadRequestOrAliasReservedOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPlanLimit"];
            409: components["responses"]["InProgressOrAliasTakenOrExternalidTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "url": "https://example.com/summer",
                 *           "description": "Summer sale"
                 *         },
                 *         {
                 *           "url": "https://example.com/winter",
                 *           "description": "Winter sale"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewLinks"];
            };
        };
        responses: {
            /** @description The result of each item. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "failed": 0,
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "id": 42,
                     *           "shorturl": "https://go.example.com/summer-sale",
                     *           "code": "alias_taken",
                     *           "message": "This alias is taken on this domain; choose another one.",
                     *           "errors": [
                     *             {
                     *               "path": "/name",
                     *               "message": "is required",
                     *               "code": "invalid_request"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LinksDone"];
                };
            };
            400: components["responses"]["BulkBadRequestOrAliasReservedOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["BulkForbiddenOrPlanLimit"];
            409: components["responses"]["BulkInProgressOrAliasTakenOrExternalidTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["BulkTooManyRequests"];
            503: components["responses"]["BulkChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         42,
                 *         43
                 *       ],
                 *       "atomic": false
                 *     }
                 */
                "application/json": components["schemas"]["LinkIds"];
            };
        };
        responses: {
            /** @description The result of each item. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "failed": 0,
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "id": 42,
                     *           "code": "alias_taken",
                     *           "message": "This alias is taken on this domain; choose another one.",
                     *           "errors": [
                     *             {
                     *               "path": "/name",
                     *               "message": "is required",
                     *               "code": "invalid_request"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LinksRemoved"];
                };
            };
            400: components["responses"]["BulkBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["BulkForbiddenOrLinkQuarantined"];
            404: components["responses"]["BulkNotFound"];
            409: components["responses"]["BulkInProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["BulkTooManyRequests"];
            503: components["responses"]["BulkChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "id": 42,
                 *           "description": "Autumn sale"
                 *         }
                 *       ],
                 *       "atomic": false
                 *     }
                 */
                "application/json": components["schemas"]["LinkUpdates"];
            };
        };
        responses: {
            /** @description The result of each item. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "failed": 0,
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "id": 42,
                     *           "shorturl": "https://go.example.com/summer-sale",
                     *           "code": "alias_taken",
                     *           "message": "This alias is taken on this domain; choose another one.",
                     *           "errors": [
                     *             {
                     *               "path": "/name",
                     *               "message": "is required",
                     *               "code": "invalid_request"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LinksDone"];
                };
            };
            400: components["responses"]["BulkBadRequestOrAliasReservedOrDestinationBlocked"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["BulkForbiddenOrLinkQuarantined"];
            404: components["responses"]["BulkNotFound"];
            409: components["responses"]["BulkInProgressOrAliasTakenOrExternalidTaken"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["BulkTooManyRequests"];
            503: components["responses"]["BulkChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listLinks: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description true: only watched links whose destination is broken; false: only others. */
                broken?: boolean;
                /** @description Id of the campaign that the links are in. */
                campaign?: number;
                /** @description Id of the channel that the links are in. */
                channel?: number;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest or most clicked first, `asc` the reverse. */
                direction?: "asc" | "desc";
                /** @description Branded domain of the account, with or without the scheme, or the service's own host, which is the default. */
                domain?: string;
                /** @description Id of the link in a system of yours, unique within the account. `ext_<externalid>` can be sent in place of its id. */
                externalid?: string;
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Order: `date` is newest first, `click` is most clicks first. */
                order?: "date" | "click";
                /** @description Page number. */
                page?: components["parameters"]["page"];
                /** @description Search words: each must occur in an alias, the URL, title or description. */
                q?: string;
                /** @description Short URL of the link to find, or an alias, which finds the links with it on any domain. */
                short?: string;
                /** @description `private`: visitors get the 404 page; only the owner can open the link. */
                status?: "public" | "private";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of links. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "urls": [
                     *           {
                     *             "id": 42,
                     *             "alias": "summer-sale",
                     *             "shorturl": "https://go.example.com/summer-sale",
                     *             "longurl": "https://example.com/page",
                     *             "title": "Summer sale",
                     *             "description": "Autumn mailing",
                     *             "externalid": "sku-4711",
                     *             "clicks": 128,
                     *             "uniqueclicks": 128,
                     *             "campaign": 42,
                     *             "channel": 42,
                     *             "domain": "https://go.example.com",
                     *             "attached": true,
                     *             "date": "2026-06-01 09:30:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LinkList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listVisits: {
        parameters: {
            query?: {
                /** @description Cursor: `nextcursor` or the header `X-Next-Cursor` of the previous reply. */
                after?: string;
                /** @description Id of the bio page, or `ext_` and its `externalid`. */
                bio?: number | string;
                /** @description `csv`: a table with a header line; `ndjson`: one record a line. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start, inclusive. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                from?: string;
                /** @description Visits per reply, at most 1,000 as JSON and 10,000 as CSV and NDJSON; more count as that. */
                limit?: number;
                /** @description Id of the link, or `ext_` and its `externalid`; send one of `link`, `qr` and `bio`. */
                link?: number | string;
                /** @description Id of the QR code, or `ext_` and its `externalid`. */
                qr?: number | string;
                /** @description End, exclusive. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Raw visits. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "perpage": 1000,
                     *         "nextcursor": "djE6MA",
                     *         "more": false,
                     *         "visits": [
                     *           {
                     *             "id": 42,
                     *             "date": "2026-06-01 09:30:00",
                     *             "class": "visitor",
                     *             "reason": "agent_other",
                     *             "unique": true,
                     *             "country": "DE",
                     *             "referrer": "news.example.com",
                     *             "browser": "Chrome",
                     *             "os": "Android",
                     *             "device": "Mobile",
                     *             "language": "de",
                     *             "campaign": 42,
                     *             "agent": "Mozilla/5.0 (Linux; Android 14) Chrome/142.0",
                     *             "domain": 42,
                     *             "channels": [
                     *               42
                     *             ],
                     *             "utm_source": "newsletter",
                     *             "utm_medium": "email",
                     *             "utm_campaign": "autumn",
                     *             "utm_term": "hiking boots",
                     *             "utm_content": "footer",
                     *             "source": "flyer",
                     *             "target": "https://example.com/b",
                     *             "rule": "country",
                     *             "path": "news.example.com/today",
                     *             "city": "Berlin, DE"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VisitList"];
                    /** @example {"id":42,"date":"2026-06-01 09:30:00","class":"visitor","reason":"agent_other","unique":true} */
                    "application/x-ndjson": string;
                    /**
                     * @example id,date,class,reason,unique
                     *     42,2026-06-01 09:30:00,visitor,agent_other,true
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "details": {
                     *         "id": 42,
                     *         "url": "https://example.com/hooks/waymark",
                     *         "types": [
                     *           "link.created",
                     *           "link.deleted"
                     *         ],
                     *         "description": "Warehouse",
                     *         "enabled": true,
                     *         "disabledreason": "gone",
                     *         "failingsince": "2026-06-01 09:30:00",
                     *         "date": "2026-06-01 09:30:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation succeeded: “Webhook has been deleted successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Webhook has been deleted successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
                /** @description Only deliveries with this status. */
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "deliveries": [
                     *           {
                     *             "id": 42,
                     *             "event": "evt_42",
                     *             "type": "link.created",
                     *             "status": "delivered",
                     *             "nextattempt": "2026-06-01 09:30:00",
                     *             "date": "2026-06-01 09:30:00",
                     *             "attempts": [
                     *               {
                     *                 "date": "2026-06-01 09:30:00",
                     *                 "status": 503,
                     *                 "duration": 84,
                     *                 "error": "The server answered with an error.",
                     *                 "response": "Service Unavailable"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description The operation succeeded. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Link has been deleted successfully.",
                     *       "replayed": 12
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookReplayed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgressOrWebhookBusy"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["WebhookRotation"];
            };
        };
        responses: {
            /** @description The webhook was created, or has a new secret. `secret` is missing if the answer is replayed (`Idempotent-Replayed`). */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwFwYrGkTpRbM="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A test is sent now, also while the webhook is disabled; the list of deliveries shows the result. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "delivery": 42
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTested"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgressOrWebhookBusy"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 42
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The operation succeeded: “Webhook has been updated successfully.” */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Webhook has been updated successfully."
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: with the same key, account and request the stored answer of the first is replayed for 24 hours. 1 to 255 visible ASCII characters, bare or as a quoted string; best a UUID, new for each request. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks/waymark"
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook was created, or has a new secret. `secret` is missing if the answer is replayed (`Idempotent-Replayed`). */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwFwYrGkTpRbM="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAdminKeyRequiredOrWebhookLimit"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The `nextcursor` of the page before this one, in place of `page`. Pages by cursor miss no record and repeat none while others are added. With another `limit` than before, `currentpage` is the page in which its first record is. */
                after?: string;
                /** @description Only records that were created at this time or later. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_after?: string;
                /** @description Only records that were created before this time. UTC, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`. */
                created_before?: string;
                /** @description Direction of the order: `desc` is newest first, `asc` oldest first. */
                direction?: "asc" | "desc";
                /** @description Results per page; values above 1000 count as 1000. */
                limit?: components["parameters"]["limit"];
                /** @description Page number. */
                page?: components["parameters"]["page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "0",
                     *       "data": {
                     *         "result": 1,
                     *         "perpage": 15,
                     *         "currentpage": 1,
                     *         "nextpage": 1,
                     *         "maxpage": 1,
                     *         "nextcursor": "WzIsNDJd.3f6d1c0b9a8e7f5d4c3b2a1908f7e6d5",
                     *         "webhooks": [
                     *           {
                     *             "id": 42,
                     *             "url": "https://example.com/hooks/waymark",
                     *             "types": [
                     *               "link.created",
                     *               "link.deleted"
                     *             ],
                     *             "description": "Warehouse",
                     *             "enabled": true,
                     *             "disabledreason": "gone",
                     *             "failingsince": "2026-06-01 09:30:00",
                     *             "date": "2026-06-01 09:30:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KeyRestricted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description The id of the account and a new API key. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "apikey": "wm_4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw"
                     *     }
                     */
                    "application/json": components["schemas"]["AccountKey"];
                };
            };
            400: components["responses"]["UnmeteredBadRequest"];
            401: components["responses"]["UnmeteredLoginFailed"];
            403: components["responses"]["UnmeteredAccountSuspended"];
            413: components["responses"]["UnmeteredContentTooLarge"];
            415: components["responses"]["UnmeteredUnsupportedMediaType"];
            429: components["responses"]["UnmeteredTooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "username": "ada",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The id of the account and a new API key. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "id": 42,
                     *       "apikey": "wm_4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw"
                     *     }
                     */
                    "application/json": components["schemas"]["AccountKey"];
                };
            };
            400: components["responses"]["UnmeteredBadRequest"];
            403: components["responses"]["UnmeteredRegistrationClosed"];
            409: components["responses"]["UnmeteredEmailTakenOrUsernameTaken"];
            413: components["responses"]["UnmeteredContentTooLarge"];
            415: components["responses"]["UnmeteredUnsupportedMediaType"];
            429: components["responses"]["UnmeteredTooManyRequests"];
            503: components["responses"]["ChangeUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment provider that sends the event.
                 * @example stripe
                 */
                provider: "stripe" | "paypal" | "paddle" | "paystack";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1",
                 *       "type": "invoice.payment_succeeded"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description The event is stored, now or before. Its effect on an account follows after the response. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "App-Version": components["headers"]["App-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": 0,
                     *       "message": "Event received."
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentEventReceived"];
                };
            };
            400: components["responses"]["UnmeteredBadRequest"];
            401: components["responses"]["UnmeteredBadSignature"];
            404: components["responses"]["UnmeteredNotFound"];
            413: components["responses"]["UnmeteredContentTooLarge"];
            415: components["responses"]["UnmeteredUnsupportedMediaType"];
            429: components["responses"]["UnmeteredTooManyRequests"];
            503: components["responses"]["ChangeUnavailableOrCertificateAway"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    onBioAnswered: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BioEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBioCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BioEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBioDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BioEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBioUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BioEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCampaignCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCampaignDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCampaignUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainLost: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainVerified: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLimitReached: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LimitEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkBroken: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkMilestone: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkQuarantined: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkRecovered: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkReleased: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onVisitsRecorded: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisitsEvent"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated. */
                "webhook-signature": string;
                /** @description Time of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description Any status from 200 to 299: the event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing is to be sent any longer: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
