/** The query parameter that carries an owner's signature. */
export const ACCESS = 'access'

/** What an owner's signature says: he may see the link, and its statistics. */
export const ownerStatement = (linkId: number): string[] => ['owner', 'link', String(linkId)]

/** What an owner's signature says of a draft of a bio page. */
export const bioStatement = (bioId: number): string[] => ['owner', 'bio', String(bioId)]
