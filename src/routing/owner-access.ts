/** The query parameter that carries an owner's token. */
export const ACCESS = 'access'

/** The statement of an owner's token: its holder may open the link and its statistics. */
export const ownerStatement = (linkId: number): string[] => ['owner', 'link', String(linkId)]

/** The statement of a preview token: its holder may open the draft of a bio page. */
export const bioStatement = (bioId: number): string[] => ['owner', 'bio', String(bioId)]
