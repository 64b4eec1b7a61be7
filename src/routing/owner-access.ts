/** The query parameter that carries an owner's token. */
export const ACCESS = 'access'

/** What an owner's token states: its holder may see the link and its statistics. */
export const ownerStatement = (linkId: number): string[] => ['owner', 'link', String(linkId)]

/** What an owner's token states for a draft of a bio page. */
export const bioStatement = (bioId: number): string[] => ['owner', 'bio', String(bioId)]
