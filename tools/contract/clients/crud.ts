/** The calls of a generated client for one resource; every call throws on failure. */
export interface Crud {
  create(): Promise<number>
  /** Throws if there is no resource with this id. */
  read(id: number): Promise<void>
  update(id: number): Promise<void>
  remove(id: number): Promise<void>
}

/** The bodies that all clients send. The types of each client must accept them. */
export const bodies = (run: string) =>
  ({
    link: {
      url: 'https://example.com/summer',
      description: 'Summer sale',
      parameters: [{ name: 'utm_source', value: run }],
    },
    linkChange: { url: 'https://example.com/autumn', description: null },
    qr: { type: 'wifi', data: { ssid: 'Hut', pass: 'mountain air', encryption: 'WPA' }, foreground: 'rgb(20,60,40)' },
    qrChange: { data: ['Hut', 'sea air', 'WPA', false], foreground: null },
    bio: { name: `Ada ${run}` },
    bioChange: { title: 'Notes', description: null },
    campaign: { name: `Summer ${run}`, public: true },
    campaignChange: { name: `Autumn ${run}`, slug: null },
    channel: { name: `Letter ${run}`, color: '#1D7A5F', starred: true },
    channelChange: { description: null, starred: false },
    domain: { domain: `https://go-${run}.example.com`, redirectroot: 'https://example.com' },
    domainChange: { redirectroot: null },
    overlay: { type: 'message', name: 'Spring offer' },
    overlayChange: { name: 'Autumn offer' },
    splash: { name: 'Hut opening' },
    splashChange: { name: 'Hut closing' },
    pixel: { type: 'vendor01pixel', name: 'Shop', tag: '1234567890' },
    pixelChange: { tag: '99' },
    key: { name: `Key ${run}`, scope: 'read' },
    keyChange: { overlap: 0 },
  }) as const satisfies Record<string, object>

export function there(records: { id: number }[] | undefined, id: number): void {
  if (!records?.some((record) => record.id === id)) throw new Error(`${id} is not in the list`)
}

export function same(found: number | undefined, id: number): void {
  if (found !== id) throw new Error(`asked for ${id}, got ${found}`)
}
